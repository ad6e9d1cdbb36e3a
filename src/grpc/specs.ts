/** What the load generators are asked for, as data: one in Go and one in TypeScript read the same. */

/** The four kinds of call of RouteGuide, in the words of gRPC. */
export const kinds = ['unary', 'server-streaming', 'client-streaming', 'bidirectional'] as const;
export type Kind = (typeof kinds)[number];

/** Points that a client-streaming call sends, and notes of a bidirectional one. */
export const POINTS = 10;
export const NOTES = 5;

/** Bytes that pad a point of {@link LoadSpec.bytes}: a field that the message does not have, which protobuf skips. */
export const PADDED_TO = 16_384;

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
export const clientCounts = [1, 2, 5, 10, 20, 50, 100] as const;

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
