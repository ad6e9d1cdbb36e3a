/** The five questions of where calls go from and to: what of a study answers each. Pure data. */
import { pairOf, type Runtime, runtimeNames, transportNames } from '../places/processes/names.ts';
import type { Client } from '../results/result.ts';

/** An operation that has a column. */
export interface Operation {
  workload: string;
  /** Another study that measures it, and its arms by those of the case. */
  other?: { study: string; arms: Readonly<Record<string, string>> };
}

/** A side that calls come from, or a pair of runtimes. */
export interface Side {
  id: string;
  label: string;
  client: Client;
  /** Arm that the others are compared with; that of the study’s groups unless given. */
  plain?: string;
}

/** Where an arm stands in the tables of a case. */
export interface ArmPlace {
  /** Id of its row, the same from every side. */
  row: string;
  /** The one side that it is of; every side unless given. */
  side?: string;
  /** Label behind the name of its library, in place of that of the study. */
  over?: string;
}

export interface Case {
  /** End of its address: `/choose/workers/`. */
  id: string;
  /** From where to where, as its tab says. */
  label: string;
  title: string;
  study: string;
  sideLabel: string;
  sides: readonly [Side, ...Side[]];
  /** Round trips in ms. */
  distances: readonly number[];
  /** The first one orders the rows. */
  operations: readonly [Operation, ...Operation[]];
  /** The plain way, as the head of its column says. */
  against: string;
  /** True where libraries were asked for their features, so that filters can offer them. */
  features?: true;
  live: boolean;
  /** Whom a call is billed to: a bench, objects, or nobody. */
  billed?: 'bench' | 'objects';
  leavesOut: string;
  /** Undefined for an arm that is no choice. */
  place: (arm: string) => ArmPlace | undefined;
}

const here = [0];
const each = (first: string, ...rest: readonly string[]): Case['operations'] => [
  { workload: first },
  ...rest.map((workload) => ({ workload })),
];

/** The arms of streams by those of calls: one connection can serve both. */
const streaming: Readonly<Record<string, string>> = {
  'raw-websocket/in-memory': 'raw-websocket/in-memory',
  'raw-websocket/hibernating': 'raw-websocket/hibernating',
  'fetch-json/http': 'fetch-json/body',
  'capnweb/in-memory': 'capnweb/stream',
  'trpc/in-memory': 'trpc/websocket',
  'trpc/http-batch': 'trpc/events',
  'orpc/in-memory': 'orpc/websocket',
  'orpc/http': 'orpc/http',
  'kkrpc/json': 'kkrpc/callback',
  'lumenize/hibernating': 'lumenize/downstream',
  'lumenize-rpc/hibernating': 'lumenize-rpc/downstream',
};

const overNames: Readonly<Record<string, string>> = {
  ...transportNames,
  http: 'HTTP',
  unix: 'a Unix socket',
  ipc: '',
};

const runtimeSide = (id: Runtime): Side => ({
  ...{ id, label: runtimeNames[id], client: 'node' },
  // The plain way of the study in every table, so that a time is the same here and there.
  plain: 'json-lines/node-node-stdio',
});

const windowSide = (id: string, label: string): Side => ({
  ...{ id, label, client: 'browser' },
  plain: `post-message/${id}`,
});

export const cases: readonly [Case, ...Case[]] = [
  {
    id: 'workers',
    label: 'Browser or Node.js to a Worker',
    title: 'From a browser or Node.js to a Worker or Durable Object',
    study: 'lumenize-vs-capnweb',
    sideLabel: 'From',
    sides: [
      { id: 'browser', label: 'Browser', client: 'browser' },
      { id: 'node', label: 'Node.js', client: 'node' },
    ],
    distances: [0, 25],
    operations: [
      ...each('increment', 'burst', 'chain', 'payload-down-64k'),
      { workload: 'down-small', other: { study: 'streams', arms: streaming } },
      { workload: 'down-medium', other: { study: 'streams', arms: streaming } },
    ],
    against: 'vs plain',
    features: true,
    live: true,
    billed: 'bench',
    leavesOut:
      'WebSocket libraries are compared with a plain WebSocket, HTTP libraries with plain fetch.',
    place: (row) => ({ row }),
  },
  {
    id: 'objects',
    label: 'Object to object',
    title: 'From one Durable Object to another',
    study: 'call-delay',
    sideLabel: 'From',
    sides: [{ id: 'any', label: 'A Durable Object', client: 'node' }],
    distances: here,
    operations: each('calls-50', 'calls-1', 'row-50'),
    against: 'vs Workers RPC',
    live: true,
    billed: 'objects',
    leavesOut:
      'A chain of three and large answers were not measured between objects, and features were not tested there.',
    // Suspected parts, rebuilt designs and illustrations are no choice.
    place: (row) =>
      /^(workers-rpc|reconstruction|durable-call)\/|^(reconstruction|lumenize-call)$/.test(row)
        ? undefined
        : { row },
  },
  {
    id: 'processes',
    label: 'Process to process',
    title: 'From one process to another, of Node.js, Bun or Deno',
    study: 'kkrpc-transports',
    sideLabel: 'Both processes in',
    sides: [runtimeSide('node'), runtimeSide('bun'), runtimeSide('deno')],
    distances: here,
    operations: each('echo', 'burst-100', 'echo-text-102400'),
    against: 'vs plain lines in Node.js',
    live: false,
    leavesOut:
      'Plain lines are JSON, one message a line, over stdio between two processes of Node.js. Pairs of two runtimes are in the study. Features were not tested between processes.',
    place: (arm) => {
      const pair = pairOf(arm);
      if (pair === undefined || pair.client !== pair.server) return undefined;
      const { system, client: side, transport } = pair;
      return { row: `${system}/${transport}`, side, over: overNames[transport] ?? transport };
    },
  },
  {
    id: 'page',
    label: 'Page to worker or frame',
    title: 'From a page to its worker or frame',
    study: 'page-to-worker',
    sideLabel: 'To',
    sides: [
      windowSide('worker', 'A worker'),
      windowSide('frame', 'A frame'),
      windowSide('sandbox', 'A sandboxed frame'),
    ],
    distances: here,
    operations: each('echo', 'burst-100', 'echo-text-102400', 'down-small', 'down-large'),
    against: 'vs postMessage',
    live: true,
    leavesOut: 'A chain of three was not measured in a page, and features were not tested there.',
    place: (arm) => {
      const [, system, side, port] = /^([\w:-]+)\/(worker|frame|sandbox)(-port)?$/.exec(arm) ?? [];
      if (system === undefined || side === undefined) return undefined;
      return { row: `${system}${port ?? ''}`, side, over: port ? 'through a port' : '' };
    },
  },
  {
    id: 'grpc',
    label: 'gRPC service',
    title: 'To a gRPC service',
    study: 'grpc-go-vs-lisp',
    sideLabel: 'From',
    sides: [{ id: 'any', label: 'A load generator in Go', client: 'go' }],
    distances: here,
    operations: each(
      'unary-1',
      ...[
        'unary-10',
        'unary-100',
        'server-streaming-10',
        'client-streaming-10',
        'bidirectional-10',
      ],
    ),
    against: 'vs plain TCP',
    live: false,
    leavesOut:
      'With several clients, a time is that of all calls divided by their number. Features were not tested with gRPC servers.',
    place: (row) => (/\/(nagle|nodelay|one-connection|unpinned)$/.test(row) ? undefined : { row }),
  },
];
