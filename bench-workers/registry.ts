import type { System } from '../src/harness/plan/index.ts';
import { capnweb } from './systems/capnweb/system.ts';
import { kkrpc } from './systems/kkrpc/system.ts';
import { lumenize } from './systems/lumenize/system.ts';
import { rawWebSocket } from './systems/raw-websocket/system.ts';

/** Every system under test, one line each. The contract suite, the router and the pages follow. */
export const systems: readonly System[] = [rawWebSocket, lumenize, capnweb, kkrpc];

/** Name of the binding of a system's objects: `raw-websocket` has `RAW_WEBSOCKET`. */
export function bindingOf(system: Pick<System, 'id'>): string {
  return system.id.toUpperCase().replaceAll('-', '_');
}
