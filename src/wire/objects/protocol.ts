/** Questions to an object that calls others, and its answers: JSON over one socket. */
import { checkWhole, valueText } from '../limits.ts';

/** How the calls of a batch follow each other. */
type Order = 'at-once' | 'in-a-row';

/** Calls that one object makes to another. */
export interface Batch {
  calls: number;
  order: Order;
  /** Number of the first call; the others count on from it. */
  first: number;
  /** True if each call writes to the storage of the called object. */
  writes: boolean;
}

/**
 * `{"id":1,"begun":true}` is sent before the first call of a batch. Then come the results of the calls, or the number
 * of calls that had returned when time was up. The error of a question without an id has the id −1.
 */
export type BatchAnswer =
  | { id: number; begun: true }
  | { id: number; results: number[] }
  | { id: number; returned: number }
  | { id: number; effects: number }
  | { id: number; error: string };

/** Highest number of a call. */
const LAST = 2 ** 40;

/**
 * The result of a call. Both ends know it, so that each answer can be checked.
 *
 * @throws RangeError for a number that no call has, so that a called object can fail
 */
export function effectOf(n: number): number {
  if (n > LAST) throw new RangeError(`call: got the number ${n}, expected at most ${LAST}`);
  return 2 * n;
}

/** Most that a batch may ask for; a Worker may be told to allow fewer calls. */
export const most = {
  calls: 10_000,
  /** Each call under way is held in memory: ten thousand took 500 MB of a process for good. */
  atOnce: 2000,
};

/** Calls of a batch that are under way at once, at most. */
export function atOnceOf({ calls, order }: Pick<Batch, 'calls' | 'order'>): number {
  return order === 'at-once' ? calls : 1;
}

const EXPECTED = 'expected {"id": number} or {"id": number, "batch": {…}}';

/** Reads a question: one without a batch asks for the effects. @throws TypeError naming the value got and expected */
export function readFrame(text: string): { id: number; batch: unknown } {
  let asked: Record<string, unknown>;
  try {
    asked = fieldsOf(JSON.parse(text));
  } catch (cause) {
    throw new TypeError(`frame: got no JSON, ${EXPECTED}`, { cause });
  }
  const { id, batch } = asked;
  if (Number.isSafeInteger(id)) return { id: id as number, batch };
  throw new TypeError(`frame: got ${text.slice(0, 80)}, ${EXPECTED}`);
}

/**
 * Reads the batch of a question.
 *
 * @param mostCalls most calls of a batch
 * @throws RangeError or TypeError naming the value got and expected
 */
export function readBatch(asked: unknown, mostCalls: number): Batch {
  const given = fieldsOf(asked);
  const { order, writes = false } = given;
  if (typeof writes !== 'boolean') {
    throw new TypeError(`writes: got ${valueText(writes)}, expected true or false`);
  }
  if (order !== 'at-once' && order !== 'in-a-row') {
    throw new TypeError(`order: got ${valueText(order)}, expected "at-once" or "in-a-row"`);
  }
  const calls = checkWhole('calls', given['calls'], 1, mostCalls);
  const first = checkWhole('first', given['first'], 0, LAST);
  const batch: Batch = { calls, order, first, writes };
  const atOnce = atOnceOf(batch);
  if (atOnce <= most.atOnce) return batch;
  const got = `${atOnce} calls at once, expected at most ${most.atOnce}`;
  throw new RangeError(`batch: got ${got}: more go in a row`);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
