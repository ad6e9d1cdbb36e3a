/** The loads that every server gets: as data for the load generator, and as a run plans, names and draws them. */
import type { Workload } from '../../harness/plan/index.ts';

/** The four kinds of call of RouteGuide, in the words of gRPC. */
export const kinds = ['unary', 'server-streaming', 'client-streaming', 'bidirectional'] as const;
export type Kind = (typeof kinds)[number];

/** Points that a client-streaming call sends, and notes of a bidirectional one; load/work.go has the same. */
const POINTS = 10;
const NOTES = 5;

/** A load: operations of one kind, from so many clients. */
export interface LoadSpec {
  /** Id of the workload: `unary-10`. */
  id: string;
  kind: Kind;
  /** Callers, each with a connection of its own unless the target has one for all. */
  clients: number;
  /**
   * Open loop: arrivals drawn from a Poisson process, at this part of the rate that a closed loop of
   * these clients reached just before the session’s first turn. A sample counts from when it was due.
   */
  ofCapacity?: number;
  /** Calls in a row, on one connection, that one operation makes; 1 where it is left out. */
  calls?: number;
  /** Bytes of messages that one client-streaming call sends, instead of its ten points. */
  bytes?: number;
}

/** Numbers of clients between which throughput is drawn. */
const clientCounts = [1, 2, 5, 10, 20, 50, 100] as const;

/** Parts of what a closed loop reached. */
const shares = [0.2, 0.5, 0.8] as const;
const oneWayBytes = [65_536, 1_048_576, 16_777_216] as const;
const IN_A_ROW = 5000;
/** Clients of the open loop: enough that a call rarely waits for a connection of its own. */
const OPEN_CLIENTS = 10;

export const loadSpecs: readonly LoadSpec[] = [
  ...kinds.flatMap((kind) =>
    clientCounts.map((clients): LoadSpec => ({ id: `${kind}-${clients}`, kind, clients })),
  ),
  ...shares.map((ofCapacity): LoadSpec => ({
    id: `open-${ofCapacity * 100}`,
    kind: 'unary',
    clients: OPEN_CLIENTS,
    ofCapacity,
  })),
  { id: `row-${IN_A_ROW}`, kind: 'unary', clients: 1, calls: IN_A_ROW },
  ...oneWayBytes.map((bytes): LoadSpec => ({
    id: `one-way-${bytes}`,
    kind: 'client-streaming',
    clients: 1,
    bytes,
  })),
];

/** A connection of this study offers no operations: its load generator makes the calls. */
export type GrpcOperations = never;

/** Kinds of call in the words of labels and sentences. */
const names: Readonly<Record<Kind, { calls: string; one: string; how: string }>> = {
  unary: { calls: 'Unary calls', one: 'a unary call', how: 'unary calls' },
  'server-streaming': {
    calls: 'Server-streaming calls',
    one: 'a server-streaming call',
    how: 'calls that are answered with a stream of 10 messages',
  },
  'client-streaming': {
    calls: 'Client-streaming calls',
    one: 'a client-streaming call',
    how: `calls that send a stream of ${POINTS} messages`,
  },
  bidirectional: {
    calls: 'Bidirectional calls',
    one: 'a bidirectional call',
    how: `calls that send ${NOTES} messages and get ${NOTES}`,
  },
};

/** Workloads of a run that names none: those of the document that the study began with. */
const usual: ReadonlySet<string> = new Set(['unary-1', 'unary-10', 'unary-100']);

/** Operations of a turn that each client makes: fewer of many clients, so that a round stays short. */
function perClient(kind: Kind, clients: number): number {
  const most = kind === 'unary' ? 40 : 20;
  return clients < 10 ? most : clients < 50 ? most / 2 : 10;
}

/** Operations of a turn of an open loop. */
const OPEN_TURN = 200;
/** Bytes that a turn of one-way calls sends at most, unless one call sends more. */
const ONE_WAY_TURN = 1_048_576;

const clientsText = (clients: number) => (clients === 1 ? '1 client' : `${clients} clients`);

function closedLoop({ kind, clients }: LoadSpec) {
  const { calls, one, how } = names[kind];
  return {
    label: `${calls}, ${clientsText(clients)}`,
    question:
      clients === 1
        ? `How many ${how} a second are answered with 1 at once?`
        : `How many ${how} a second are answered with ${clients} at once?`,
    spoken: clients === 1 ? one : `${one} of ${clients} clients at once`,
    group: calls,
    turn: perClient(kind, clients) * clients,
    ...(clients > 1 && { concurrency: clients }),
  };
}

function openLoop(ofCapacity: number) {
  const percent = `${ofCapacity * 100} %`;
  return {
    label: `Unary calls, Poisson arrivals at ${percent} of the closed loop’s rate`,
    question: `How long does a unary call take from when it is due, where calls arrive by chance at ${percent} of the rate that the same server reached?`,
    spoken: `a unary call at ${percent} of what the server reaches`,
    group: 'Open loop',
    turn: OPEN_TURN,
    ofCapacity,
  };
}

function inARow(calls: number) {
  const count = calls.toLocaleString('en');
  return {
    label: `${count} unary calls in a row, one connection`,
    question: `How long do ${count} unary calls take that follow each other on one connection, and do all of them come back?`,
    spoken: `${count} unary calls in a row`,
    group: 'Long on one connection',
    turn: 1,
    callsPerOperation: calls,
  };
}

function oneWay(bytes: number) {
  const size = bytes < 1_048_576 ? `${bytes / 1024} KiB` : `${bytes / 1_048_576} MiB`;
  return {
    label: `${size} sent in one call`,
    question: `How much data a second does a call send that carries ${size}, and does the window of its connection open again?`,
    spoken: `sending ${size} in one call`,
    group: 'Long on one connection',
    turn: Math.max(1, Math.round(ONE_WAY_TURN / bytes)),
    bytesPerOperation: bytes,
  };
}

function detailsOf(spec: LoadSpec) {
  if (spec.ofCapacity !== undefined) return openLoop(spec.ofCapacity);
  if (spec.calls !== undefined) return inARow(spec.calls);
  return spec.bytes === undefined ? closedLoop(spec) : oneWay(spec.bytes);
}

/** The load generator takes all turns, so nothing of a workload is ever called here. */
const takenByGenerator = () =>
  Promise.reject(new Error('got a call from the run, expected it of its load generator'));

export const workloads: ReadonlyArray<Workload<GrpcOperations>> = loadSpecs.map((spec) => ({
  ...{ id: spec.id, ...detailsOf(spec) },
  ...(!usual.has(spec.id) && { optional: true as const }),
  // A generator opens the connections of all clients then, and finds what a closed loop reaches.
  prepare: takenByGenerator,
  operation: () => takenByGenerator,
  wrong: () => undefined,
  check: takenByGenerator,
}));
