import type { AcceptMode } from '../../core/record/index.ts';
import type { System } from './system.ts';
import type { SystemData, Served } from '../../wire/system-data.ts';
import { versions, ways } from '../../wire/objects/list.ts';
import { capnweb } from './capnweb/system.ts';
import { fetchJson } from './fetch-json/system.ts';
import { hono } from './hono/system.ts';
import withoutCode from './without-code.json';
import { kkrpc } from './kkrpc/system.ts';
import { kkrpc2 } from './kkrpc-2/system.ts';
import { lumenize } from './lumenize/system.ts';
import { lumenizeRpc } from './lumenize-rpc/system.ts';
import { orpc } from './orpc/system.ts';
import { birpc, comlink, connect, grpcJs, jsonLines, postMessage } from './without-bench.ts';
import { rawWebSocket } from './raw-websocket/system.ts';
import { trpc } from './trpc/system.ts';

/** A system without code of its own here: a baseline, a program in Go, or one that is only quoted. */
const dataOf = (id: string): SystemData =>
  findIn('system', withoutCode as readonly SystemData[], id);

/** Every system that a study speaks of, one line each. Pages, tests and the lists below follow. */
export const allSystems: readonly SystemData[] = [
  rawWebSocket,
  lumenizeRpc,
  lumenize,
  capnweb,
  kkrpc,
  kkrpc2,
  trpc,
  orpc,
  fetchJson,
  postMessage,
  comlink,
  birpc,
  jsonLines,
  dataOf('vscode-jsonrpc'),
  dataOf('node-ipc'),
  dataOf('grpc-go'),
  grpcJs,
  connect,
  dataOf('tcp'),
  dataOf('lumenize-call'),
  dataOf('workers-rpc'),
  dataOf('no-call'),
  dataOf('grpc-lisp'),
  hono,
];

/** Those that the bench serves. */
export const systems: readonly System[] = allSystems.filter(
  (each): each is System => 'arms' in each && each.versions !== undefined,
);

const idsOf = (those: readonly SystemData[]): string[] => those.map(({ id }) => id);

/** Ids of those that the probes ask. */
export const probedSystems = idsOf(allSystems.filter(({ probed }) => probed !== undefined));

/** Systems that need no optional package, or whose package is installed. */
export const systemsHere = allSystems.filter(
  ({ needs, versions: installed }) => needs === undefined || installed !== undefined,
);

/** Systems whose optional package is not installed. */
export const missingSystems = allSystems.filter((each) => !systemsHere.includes(each));

/** Ids of those that can be asked here. */
export const probedHere = idsOf(systemsHere.filter(({ probed }) => probed !== undefined));

/** True if both halves of a system are here. */
export function runsHere(system: string): boolean {
  return allSystems.some(({ id, versions }) => id === system && versions !== undefined);
}

/** Versions of a system’s installed libraries; none for a system that is written by hand or not run here. */
export function versionsOf(system: string): Readonly<Record<string, string>> {
  return allSystems.find(({ id }) => id === system)?.versions ?? {};
}

/** @throws RangeError naming the systems there are. */
export const findSystem = (id: string): SystemData => findIn('system', allSystems, id);

/** @throws RangeError naming the ids there are, when none is the one wanted */
export function findIn<Item extends { id: string }>(
  what: string,
  items: readonly Item[],
  id: string,
): Item {
  const found = items.find((each) => each.id === id);
  if (found !== undefined) return found;
  const known = items.map((each) => each.id).join(', ');
  throw new RangeError(`${what}: got "${id}", expected one of ${known}`);
}

/** The ways in which one object calls another. The bench serves them like a library. */
const between: Served = {
  id: 'between',
  label: 'Calls between objects',
  versions,
  arms: ways.map(({ name }) => ({ name, accept: 'in-memory' })),
};

/** Everything that an address may begin with. */
export const served: readonly Served[] = [...systems, between];

/** How a bench accepts the connections of an arm; undefined for an arm that it does not serve. */
export function acceptOf(system: string, arm: string): AcceptMode | undefined {
  const found = served.find(({ id }) => id === system);
  return found?.arms.find(({ name }) => name === arm)?.accept;
}
