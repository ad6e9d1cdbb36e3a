/** Every way of calling another object by its name in ../list.ts; without one stands what needs no other object. */
import { type Waiting, reconstruction } from './reconstruction.ts';
import { callback, fetchJson, method, pipelined } from './rpc.ts';
import { capnweb, lumenize, webSocket } from './sockets.ts';
import { allFour, boundary, continued, queued, stored } from './suspects.ts';
import type { MakeWay } from './way.ts';

/** @param waiting calls of the rebuilt design whose results come back to the caller as calls */
export function makeWays(waiting: Waiting): Readonly<Record<string, MakeWay>> {
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
    reconstruction: reconstruction(waiting),
  };
}
