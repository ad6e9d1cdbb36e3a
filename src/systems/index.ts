import type { System } from '../places/bench/system.ts';
import { versions, ways } from '../places/objects/list.ts';
import { capnweb } from './capnweb/system.ts';
import { fetchJson } from './fetch-json/system.ts';
import { kkrpc } from './kkrpc/system.ts';
import { lumenize } from './lumenize/system.ts';
import { orpc } from './orpc/system.ts';
import { rawWebSocket } from './raw-websocket/system.ts';
import { trpc } from './trpc/system.ts';

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
