import type { System } from '../src/sockets/system.ts';
import { versions, ways } from './between/list.ts';
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

/** What an address may begin with: a system, or the ways in which one object calls another. */
export type Served = Pick<System, 'id' | 'label' | 'versions' | 'arms' | 'addressSuffix'>;

const between: Served = {
  id: 'between',
  label: 'Calls between objects',
  versions,
  arms: ways.map(({ name, label }) => ({ name, label, accept: 'in-memory' })),
  addressSuffix: '',
};

export const served: readonly Served[] = [...systems, between];

/** Name of the binding of a system's objects: `raw-websocket` has `RAW_WEBSOCKET`. */
export function bindingOf(system: Pick<System, 'id'>): string {
  return system.id.toUpperCase().replaceAll('-', '_');
}
