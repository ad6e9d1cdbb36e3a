/** The memory of two processes: calls and payloads between them, and readings of both meanwhile. */
import type { PeerOperations } from '../peers/operations.ts';

/** Moments at which memory is read, in their order. */
export const points = ['rest', 'after-calls', 'under-payloads', 'after-payloads', 'end'] as const;
export type Point = (typeof points)[number];

export const sides = ['caller', 'server'] as const;
export type Side = (typeof sides)[number];

/** The reader: the operating system, or the runtime by its own API. */
export const counters = ['system', 'runtime'] as const;
export type Counter = (typeof counters)[number];

/** `server/rest/system`, under which a record has the bytes. */
export type ReadingName = `${Side}/${Point}/${Counter}`;

export const readingName = (side: Side, point: Point, counter: Counter): ReadingName =>
  `${side}/${point}/${counter}`;

export const readingNames: readonly ReadingName[] = sides.flatMap((side) =>
  points.flatMap((point) => counters.map((counter) => readingName(side, point, counter))),
);

/** The calls and payloads that passed, and the resident sets of both sides meanwhile, in bytes. */
export interface MemoryResult {
  /** Calls that were answered rightly. */
  calls: number;
  /** Payloads that came back whole. */
  payloads: number;
  readings: Record<ReadingName, number>;
}

/** How many calls and payloads pass, and how large. */
export interface Extent {
  calls: number;
  /** Most calls under way at once. */
  atOnce: number;
  payloads: number;
  /** Characters of a payload. */
  characters: number;
  /** Longest wait at the end, in ms. */
  settleMs: number;
}

export const FULL: Extent = {
  calls: 100_000,
  atOnce: 1000,
  payloads: 20,
  characters: 10 * 1024 * 1024,
  settleMs: 2000,
};

/** At the end: ms between two readings, readings without a fall after which it is over, and the least fall, as a fraction. */
const READ_EVERY_MS = 100;
const FLAT_READINGS = 5;
const FALL = 0.01;

/** Reads a resident set, in bytes, by side and counter. */
export type Reads = Record<Side, Record<Counter, () => Promise<number>>>;

type Reading = Partial<Record<ReadingName, number>>;

/**
 * Makes calls and sends payloads there and back, and reads the resident sets of both sides at rest,
 * after the calls, under the payloads (the highest reading after any), right after them, and
 * at the end: once neither has fallen for half a second, or after the longest wait. Nobody is asked to
 * collect garbage.
 *
 * @throws Error naming the value that came back, and the one that was sent
 */
export async function measureMemory(
  operations: Pick<PeerOperations, 'echo'>,
  reads: Reads,
  { calls, atOnce, payloads, characters, settleMs }: Extent,
): Promise<MemoryResult> {
  const rest = await readAt('rest', reads);
  for (let done = 0; done < calls; done += atOnce) {
    const sent = Array.from({ length: Math.min(atOnce, calls - done) }, (_, at) => done + at);
    const answers = await Promise.all(sent.map((value) => operations.echo(value)));
    const stray = answers.findIndex((answer, at) => answer !== sent[at]);
    if (stray >= 0) throw new Error(`got ${String(answers[stray])}, expected ${sent[stray]}`);
  }
  const afterCalls = await readAt('after-calls', reads);
  const under: Reading = {};
  for (let done = 0; done < payloads; done += 1) {
    // Each is another, so that none can be kept in place of the next.
    const payload = String(done).padEnd(characters, 'x');
    const answer = await operations.echo(payload);
    if (answer !== payload) {
      throw new Error(`got ${answer.length} characters, expected the ${characters} that were sent`);
    }
    const now = await readAt('under-payloads', reads);
    for (const name of Object.keys(now) as ReadingName[]) {
      under[name] = Math.max(under[name] ?? 0, now[name] ?? 0);
    }
  }
  const afterPayloads = await readAt('after-payloads', reads);
  await settled(reads, settleMs);
  const end = await readAt('end', reads);
  const readings = { ...rest, ...afterCalls, ...under, ...afterPayloads, ...end };
  return { calls, payloads, readings: readings as MemoryResult['readings'] };
}

async function readAt(point: Point, reads: Reads): Promise<Reading> {
  const read: Reading = {};
  for (const side of sides) {
    for (const counter of counters) {
      read[readingName(side, point, counter)] = await reads[side][counter]();
    }
  }
  return read;
}

/** Waits until neither side falls any more, as the system counts. */
async function settled(reads: Reads, mostMs: number): Promise<void> {
  const until = performance.now() + mostMs;
  let lowest = [Infinity, Infinity];
  let flat = 0;
  while (flat < FLAT_READINGS && performance.now() < until) {
    const now = await Promise.all(sides.map((side) => reads[side].system()));
    const fell = now.some((bytes, at) => bytes < (lowest[at] ?? 0) * (1 - FALL));
    flat = fell ? 0 : flat + 1;
    lowest = lowest.map((bytes, at) => Math.min(bytes, now[at] ?? bytes));
    await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS));
  }
}
