/** Servers and loads of the study of gRPC, as data. */
import {
  type ArmOutline,
  outsideOutlines,
  type OutsideSystem,
  wholeTurn,
  type Workload,
} from '../../core/plan/index.ts';
import type { ArmConditions } from '../../core/record/index.ts';
import type { GrpcServer } from '../system-data.ts';

/** The server that a load generator calls. The generator gets it as JSON when it opens a connection. */
export interface CallTarget extends Pick<GrpcServer, 'protocol'> {
  /** `127.0.0.1:50051` */
  address: string;
  /** Bytes of requests on a connection after which a client opens a new one. */
  redialBytes?: number | undefined;
}

/** A server that a run starts itself. */
export interface OwnServer extends Pick<GrpcServer, 'protocol' | 'runsIn'> {
  /** Id of the library. */
  system: string;
}

/** A server, and how it is called. */
export interface GrpcArm extends ArmOutline, Omit<CallTarget, 'address'> {
  /** A server that the run starts, or one that runs already and is called by its address. */
  server: OwnServer | { address: string };
  /** Conditions of a server that somebody else started. */
  conditions?: ArmConditions;
}

/** A server of somebody else, which runs already and is named by `--server`. */
export interface OutsideServer extends Pick<CallTarget, 'address' | 'redialBytes'> {
  /** Small letters, digits and hyphens: `clgrpc`. */
  name: string;
  /** Its version, from its owner. */
  version?: string;
  conditions?: Pick<ArmConditions, 'runtimes' | 'builds'>;
}

/** An outside server for a record, without the outcome of its arms. */
export function systemOf({ name: id, version, redialBytes }: OutsideServer): OutsideSystem {
  const bytes = redialBytes?.toLocaleString('en');
  const arms = [{ name: 'as-it-stands', label: 'as it stands' }];
  if (bytes) arms.push({ name: 'redialled', label: `a new connection every ${bytes} bytes` });
  return { id, label: id, versions: version === undefined ? {} : { [id]: version }, arms };
}

/** The arms of such a server. */
export function outsideArms(server: OutsideServer): GrpcArm[] {
  const { address, conditions, redialBytes } = server;
  return outsideOutlines(systemOf(server)).map((outline, at) => ({
    ...outline,
    server: { address },
    protocol: 'grpc',
    conditions,
    redialBytes: at > 0 ? redialBytes : undefined,
  }));
}

/** The four kinds of call of RouteGuide, in the words of gRPC. */
export const kinds = ['unary', 'server-streaming', 'client-streaming', 'bidirectional'] as const;
type Kind = (typeof kinds)[number];

/** Points of a client-streaming call, and notes of a bidirectional one, the same as in bench-servers/grpc-go/work.go. */
const POINTS = 10;
const NOTES = 5;

const clientCounts = [1, 10, 100] as const;

/** A load: operations of one kind, from so many clients. */
export interface LoadSpec {
  /** Id of the workload: `unary-10`. */
  id: string;
  kind: Kind;
  /** Callers, each with a connection of its own. */
  clients: (typeof clientCounts)[number];
}

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

/** The load generator takes all turns, so nothing of a workload is ever called here. */
const takenByGenerator = () =>
  Promise.reject(new Error('got a call from the run, expected it of its load generator'));

export const workloads = loadSpecs.map(({ id, kind, clients }): Workload<GrpcOperations> => {
  const calls = `${kind.charAt(0).toUpperCase()}${kind.slice(1)} calls`;
  const isOne = clients === 1;
  const most = kind === 'unary' ? 40 : 20;
  // Many clients make fewer each, so that a round stays short.
  const perClient = { 1: most, 10: most / 2, 100: 10 }[clients];
  return {
    id,
    label: `${calls}, ${clients} client${isOne ? '' : 's'}`,
    question: `How many ${spokenCalls[kind]} a second are answered with ${clients} at once?`,
    spoken: `a ${kind} call${isOne ? '' : ` of ${clients} clients at once`}`,
    group: calls,
    // The first calls after another server’s turn take longer.
    turn: wholeTurn(isOne ? 16 : clients, perClient * clients),
    // A server on Node is fast after some ten thousand calls.
    warmUpShare: 0.5,
    concurrency: isOne ? undefined : clients,
    // A run that names none has the calls of the document that the study began with.
    optional: kind === 'unary' ? undefined : true,
    // A generator opens the connections of all clients then.
    prepare: takenByGenerator,
    operation: () => takenByGenerator,
    wrong: () => undefined,
    check: takenByGenerator,
  };
});
