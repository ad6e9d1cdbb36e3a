/**
 * How long one call takes over a network, by a formula: the base latency, the time its bytes take
 * on the line, and the processing at both ends. Pure, so that build and browser share it.
 */

/**
 * How the model counts: `source` charges base latency and payload once for each way, as the
 * source’s table does; `once` charges each once for the whole round trip.
 */
export const countings = ['once', 'source'] as const;
export type Counting = (typeof countings)[number];

/** How often base latency and payload are charged for one call. */
const charges: Record<Counting, number> = { once: 1, source: 2 };

/** The way between client and server. */
export interface Path {
  /** In ms. Counted once, it is the time of a round trip. */
  baseLatencyMs: number;
  /** Bandwidth in Mbit/s. */
  megabitsPerSecond: number;
}

/** What a call costs whatever the way. */
export interface Call {
  /** Bytes sent and received in one round trip. */
  payloadBytes: number;
  /** Time at both ends together, in ms. */
  processingMs: number;
}

/** One call’s time and its parts, in ms. */
export type CallTime = ReturnType<typeof callTime>;

export function callTime(path: Path, call: Call, counting: Counting) {
  const times = charges[counting];
  const latencyMs = times * path.baseLatencyMs;
  const bits = times * call.payloadBytes * 8;
  // A Mbit/s is a thousand bits in a ms.
  const transferMs = bits / (path.megabitsPerSecond * 1000);
  const { processingMs } = call;
  return { latencyMs, transferMs, processingMs, totalMs: latencyMs + transferMs + processingMs };
}

/**
 * How far one call’s time lies from another’s: in ms, negative when the first is the faster, and
 * as a part of the second’s. Where that takes no time at all, the share is not a finite number.
 */
export function gapOf(time: CallTime, reference: CallTime) {
  const ms = time.totalMs - reference.totalMs;
  return { ms, share: ms / reference.totalMs };
}
