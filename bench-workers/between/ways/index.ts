/** Every way of calling another object by its name in ../list.ts; without one stands what needs no other object. */
import type { Mode } from '../../../src/systems/durable-call/message.ts';
import type { Outbox } from '../../../src/systems/durable-call/outbox.ts';
import { callback, fetchJson, method, pipelined } from './rpc.ts';
import { capnweb, lumenize, webSocket } from './sockets.ts';
import { allFour, boundary, continued, queued, stored } from './suspects.ts';
import { type DesignName, designNames, type MakeWay } from './way.ts';

/** The way of this site’s durable calls: those of one turn to one object share a message. */
const durable =
  (outbox: Outbox): MakeWay =>
  ({ name }) =>
  (at, n, text) =>
    outbox.ask(`${name}/${at}`, 'effect', [n, text]) as Promise<number>;

/**
 * @param rebuilt makes the way of a rebuilt design: its results come back to the object as calls
 * @param outboxOf gives the object’s outbox of durable calls, one for each mode
 */
export function makeWays(
  rebuilt: (design: DesignName) => MakeWay,
  outboxOf: (mode: Mode) => Outbox,
): Readonly<Record<string, MakeWay>> {
  return {
    'workers-rpc': method,
    fetch: fetchJson,
    callback,
    pipelined,
    websocket: webSocket,
    capnweb,
    lumenize,
    boundary,
    stored,
    queued,
    continued,
    'all-four': allFour,
    'durable-in-memory': (caller) => durable(outboxOf('in-memory'))(caller),
    durable: (caller) => durable(outboxOf('durable'))(caller),
    ...Object.fromEntries(designNames.map((name) => [name, rebuilt(name)])),
  };
}
