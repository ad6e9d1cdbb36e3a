/** What is counted of an arm’s operations, in a turn or in a block of the older layout. */
import { z } from 'zod';

export const count = z.int().min(0);
export const microseconds = z.int().min(0);
export const traffic = z.strictObject({
  /** Sent by the client. */
  out: count,
  /** Received by the client. */
  in: count,
});

/** Why something is left out of the statistics. It stays in the record. */
export const discardReasons = ['check', 'closed', 'connect', 'error', 'hidden', 'stalled'] as const;
export type DiscardReason = (typeof discardReasons)[number];

/** Whole numbers by their names. */
export const readings = z.record(z.string().min(1), count);
export type Readings = z.infer<typeof readings>;

/** An arm’s operations of one round, nothing of another arm under way. */
export interface Turn {
  /** Round it belongs to, from 0, in its session. */
  round: number;
  arm: string;
  /** Duration of each operation in the order they began, in µs. A discarded turn keeps what it had. */
  samplesUs: number[];
  /** Time from the start of the first operation to the end of the last, in µs, where they overlap. */
  totalUs?: number | undefined;
  /** How late the operations of an open loop were sent, all together, in µs; part of the samples. */
  lateUs?: number | undefined;
  frames: z.infer<typeof traffic>;
  /** Payload bytes of those frames, before any compression on the way. */
  bytes: z.infer<typeof traffic>;
  /** How often the client had to wait for a frame after it had sent one. */
  roundTrips?: number | undefined;
  /** What else was read, by name: bytes of memory, for one. */
  readings?: Readings | undefined;
  /** Why the turn is discarded; absent on one that counts. */
  void?: DiscardReason | undefined;
  /** What was got and what was expected, for a discarded turn. */
  detail?: string | undefined;
}
