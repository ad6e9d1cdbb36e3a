/** Every way of calling another object by its name in ../list.ts; without one stands what needs no other object. */
import { type DesignName, designNames } from './designs.ts';
import { callback, fetchJson, method, pipelined } from './rpc.ts';
import { capnweb, lumenize, webSocket } from './sockets.ts';
import { allFour, boundary, continued, queued, stored } from './suspects.ts';
import type { MakeWay } from './way.ts';

/** @param rebuilt makes the way of a rebuilt design: its results come back to the object as calls */
export function makeWays(
  rebuilt: (design: DesignName) => MakeWay,
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
    ...Object.fromEntries(designNames.map((name) => [name, rebuilt(name)])),
  };
}
