/** What is asked of every server: the loads of specs.ts, as a run plans, names and draws them. */
import type { Workload } from '../harness/plan/index.ts';
import { NOTES, POINTS, loadSpecs, type Kind, type LoadSpec } from './specs.ts';

/** A connection of this study has none here: its load generator makes them. */
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

/** Nothing of a turn is done here: who calls it has a connection that is none of this study’s. */
const elsewhere = () =>
  Promise.reject(new Error('got a call from the run, expected it of its load generator'));

export const workloads: ReadonlyArray<Workload<GrpcOperations>> = loadSpecs.map((spec) => ({
  ...{ id: spec.id, ...detailsOf(spec) },
  ...(!usual.has(spec.id) && { optional: true as const }),
  // A generator opens the connections of all clients then, and finds what a closed loop reaches.
  prepare: elsewhere,
  operation: () => elsewhere,
  wrong: () => undefined,
  check: elsewhere,
}));
