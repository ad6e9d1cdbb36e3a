import type { System } from '../src/harness/plan/index.ts';
import { capnweb } from './systems/capnweb/system.ts';
import { fetchJson } from './systems/fetch-json/system.ts';
import { kkrpc } from './systems/kkrpc/system.ts';
import { lumenize } from './systems/lumenize/system.ts';
import { orpc } from './systems/orpc/system.ts';
import { rawWebSocket } from './systems/raw-websocket/system.ts';
import { trpc } from './systems/trpc/system.ts';

/** Every system under test, one line each. The contract suite, the router and the pages follow. */
export const systems: readonly System[] = [
  rawWebSocket,
  lumenize,
  capnweb,
  kkrpc,
  trpc,
  orpc,
  fetchJson,
];

/** Name of the binding of a system's objects: `raw-websocket` has `RAW_WEBSOCKET`. */
export function bindingOf(system: Pick<System, 'id'>): string {
  return system.id.toUpperCase().replaceAll('-', '_');
}
