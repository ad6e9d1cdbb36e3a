/** Every way of calling another object by its name in ../list.ts; without one stands what needs no other object. */
import { callback, fetchJson, method, pipelined } from './rpc.ts';
import { capnweb, lumenize, webSocket } from './sockets.ts';
import { boundary, continued, queued, stored } from './suspects.ts';
import type { MakeWay } from './way.ts';

/** @param reconstruction makes the way of the rebuilt design: its results come back to the object as calls */
export function makeWays(reconstruction: MakeWay): Readonly<Record<string, MakeWay>> {
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
    reconstruction,
  };
}
