/** The loads that every server gets: as data for the load generator, and as a run plans, names and draws them. */
import type { Workload } from '../../harness/plan/index.ts';

/** The four kinds of call of RouteGuide, in the words of gRPC. */
export const kinds = ['unary', 'server-streaming', 'client-streaming', 'bidirectional'] as const;
type Kind = (typeof kinds)[number];

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
}

const clientCounts = [1, 10, 100] as const;

export const loadSpecs: readonly LoadSpec[] = kinds.flatMap((kind) =>
  clientCounts.map((clients): LoadSpec => ({ id: `${kind}-${clients}`, kind, clients })),
);

/** A connection of this study offers no operations: its load generator makes the calls. */
export type GrpcOperations = never;

/** Calls of each kind in the words of a question. */
const spokenCalls: Readonly<Record<Kind, string>> = {
  unary: 'unary calls',
  'server-streaming': 'calls that are answered with a stream of 10 messages',
  'client-streaming': `calls that send a stream of ${POINTS} messages`,
  bidirectional: `calls that send ${NOTES} messages and get ${NOTES}`,
};

/** Workloads of a run that names none: those of the document that the study began with. */
const usual: ReadonlySet<string> = new Set(['unary-1', 'unary-10', 'unary-100']);

/** Operations of a turn that each client makes: fewer of many clients, so that a round stays short. */
function perClient(kind: Kind, clients: number): number {
  const most = kind === 'unary' ? 40 : 20;
  return clients < 10 ? most : clients < 50 ? most / 2 : 10;
}

const clientsText = (clients: number) => (clients === 1 ? '1 client' : `${clients} clients`);

function detailsOf({ kind, clients }: LoadSpec) {
  const calls = `${kind.charAt(0).toUpperCase()}${kind.slice(1)} calls`;
  return {
    label: `${calls}, ${clientsText(clients)}`,
    question: `How many ${spokenCalls[kind]} a second are answered with ${clients} at once?`,
    spoken: `a ${kind} call${clients === 1 ? '' : ` of ${clients} clients at once`}`,
    group: calls,
    turn: perClient(kind, clients) * clients,
    ...(clients > 1 && { concurrency: clients }),
  };
}

/** The load generator takes all turns, so nothing of a workload is ever called here. */
const takenByGenerator = () =>
  Promise.reject(new Error('got a call from the run, expected it of its load generator'));

export const workloads: ReadonlyArray<Workload<GrpcOperations>> = loadSpecs.map((spec) => ({
  ...{ id: spec.id, ...detailsOf(spec) },
  ...(!usual.has(spec.id) && { optional: true as const }),
  // A generator opens the connections of all clients then.
  prepare: takenByGenerator,
  operation: () => takenByGenerator,
  wrong: () => undefined,
  check: takenByGenerator,
}));
