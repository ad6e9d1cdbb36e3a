/** The five questions of where calls go from and to: what of a study answers each. */
import { type Column } from '../../report/choose.ts';
import {
  pairOf,
  type Runtime,
  runtimeNames,
  transportNames,
} from '../../places/processes/names.ts';

/** A time that a study measures. */
interface Measure extends Column {
  workload: string;
}

/** One at least. */
type Some<Item> = readonly [Item, ...Item[]];

export interface Case {
  /** End of its address: `/choose/workers/`. */
  id: string;
  /** From where to where, as its tab says. */
  label: string;
  title: string;
  study: string;
  /** Whether its systems are those of the capability matrix, whose answers can be ticked. */
  asked?: true;
  sideLabel: string;
  sides: Some<{ id: string; label: string; client?: 'node' | 'browser'; flags?: string }>;
  networks: readonly number[];
  measures: Some<Measure>;
  /** Times that another study measures, once it has a record, and the row that each of its arms stands in. */
  also?: {
    study: string;
    measures: Some<Measure>;
    rows: Readonly<Record<string, string>>;
  };
  live: boolean;
  /** Whether its sides are runtimes, and so something that a contestant can be asked to run in. */
  runtimes?: true;
  /** What a call costs: of a deployment, or nothing that is billed. */
  billed?: 'bench' | 'objects';
  /** Whether clients are weighed, because a page loads them. */
  weighed?: true;
  /** What the columns leave out, and why, in a sentence. */
  leavesOut: string;
  /**
   * The row that an arm stands in, and the side it is called from; every side unless given. Rows go by the
   * names of their arms, or by those of their systems with what calls go over.
   */
  place: (arm: string) => { row: string; side?: string; over?: string } | undefined;
}

const ms = (id: string, label: string, workload: string): Measure => ({
  ...{ id, label, unit: 'ms', workload },
});
/** What calls between processes go over, or went over in published records; the channel of Node goes without saying. */
const overNames: Readonly<Record<string, string>> = {
  ...transportNames,
  http: 'HTTP',
  unix: 'a Unix socket',
  ipc: '',
};
/** One side, where there is nothing to choose. */
const only = (label: string): Case['sides'] => [{ id: 'any', label }];
const runtimeSide = (id: Runtime) => ({ id, label: runtimeNames[id] });

const items = ms('items', 'Stream of 1,000 items', 'down-small');

/** What processes and pages are both measured by. */
const echoes: Case['measures'] = [
  ms('call', 'One call', 'echo'),
  ms('many', 'A hundred at once', 'burst-100'),
  ms('bulk', '100 kB there and back', 'echo-text-102400'),
];

export const cases: readonly Case[] = [
  {
    id: 'workers',
    label: 'Browser, Node → Worker, Durable Object',
    title: 'From a browser or Node to a Worker or Durable Object',
    study: 'lumenize-vs-capnweb',
    asked: true,
    sideLabel: 'Called from',
    sides: [
      { id: 'browser', label: 'a browser', client: 'browser', flags: '--browser' },
      { id: 'node', label: 'Node.js', client: 'node' },
    ],
    networks: [0, 25, 100],
    measures: [
      ms('call', 'One call', 'increment'),
      ms('many', 'Fifty at once', 'burst'),
      ms('chain', 'Chain of three', 'chain'),
      ms('bulk', '64 kB', 'payload-down-64k'),
    ],
    also: {
      study: 'streams',
      measures: [items, ms('pieces', 'Stream of 1 MB', 'down-medium')],
      rows: {
        'raw-websocket/in-memory': 'raw-websocket/in-memory',
        'raw-websocket/hibernating': 'raw-websocket/hibernating',
        'fetch-json/body': 'fetch-json/http',
        'capnweb/stream': 'capnweb/in-memory',
        'trpc/websocket': 'trpc/in-memory',
        'trpc/events': 'trpc/http-batch-stream',
        'orpc/websocket': 'orpc/in-memory',
        'orpc/http': 'orpc/http',
        'kkrpc/callback': 'kkrpc/json',
        'lumenize/downstream': 'lumenize/hibernating',
        'lumenize-rpc/downstream': 'lumenize-rpc/hibernating',
      },
    },
    live: true,
    billed: 'bench',
    weighed: true,
    leavesOut: 'One call writes; the fifty read. 64 kB are an answer.',
    // What was measured from a folder outside is the same library.
    place: (arm) => ({ row: arm.replace('outside:lumenize-rpc/', 'lumenize-rpc/') }),
  },
  {
    id: 'objects',
    label: 'Object → object',
    title: 'From one Durable Object to another',
    study: 'call-delay',
    sideLabel: 'Called from',
    sides: only('a Durable Object'),
    networks: [0],
    measures: [ms('call', 'One call', 'calls-1'), ms('many', 'Fifty at once', 'calls-50')],
    live: true,
    billed: 'objects',
    leavesOut:
      'A chain of three and 64 kB were not measured between objects, and what else each can do was not tested.',
    // Parts that are suspected of something, and calls that are answered otherwise, are of the study alone.
    place: (arm) =>
      /^(workers-rpc|reconstruction)\/|^reconstruction$|^lumenize-call$/.test(arm)
        ? undefined
        : { row: arm },
  },
  {
    id: 'processes',
    label: 'Process → process',
    title: 'From one process to another, of Node, Bun or Deno',
    study: 'kkrpc-transports',
    sideLabel: 'Both processes in',
    sides: [runtimeSide('node'), runtimeSide('bun'), runtimeSide('deno')],
    runtimes: true,
    networks: [0],
    measures: echoes,
    live: false,
    leavesOut:
      'Pairs of two runtimes are in the study. Where each runs follows from its records; what else it can do was not asked. A chain of three was not measured between processes.',
    place: (arm) => {
      const pair = pairOf(arm);
      if (pair === undefined || pair.client !== pair.server) return undefined;
      const { system, client: side, transport } = pair;
      return { row: `${system}/${transport}`, side, over: overNames[transport] ?? transport };
    },
  },
  {
    id: 'page',
    label: 'Page → worker, frame',
    title: 'From a page to its worker or frame',
    study: 'page-to-worker',
    sideLabel: 'A page calls',
    sides: [
      { id: 'worker', label: 'a worker', flags: '--browser' },
      { id: 'frame', label: 'a frame', flags: '--browser' },
      { id: 'sandbox', label: 'a sandboxed frame', flags: '--browser' },
    ],
    networks: [0],
    measures: [...echoes, items, ms('stream', '8 MiB streamed', 'down-large')],
    live: true,
    leavesOut:
      'A chain of three was not measured in a page, clients were not weighed for it, and what else each can do was not tested.',
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
    sideLabel: 'Called from',
    sides: only('a load generator in Go'),
    networks: [0],
    measures: [
      ms('call', 'One call', 'unary-1'),
      ms('many', 'A hundred clients', 'unary-100'),
      ms('stream', 'Ten streams', 'server-streaming-10'),
      ms('bulk', '64 KiB', 'one-way-65536'),
    ],
    live: false,
    leavesOut:
      'With many clients it is the time of all calls divided by their number. What each can do was not asked of gRPC servers.',
    place: (arm) =>
      /\/(nagle|nodelay|one-connection|unpinned)$/.test(arm) ? undefined : { row: arm },
  },
];
