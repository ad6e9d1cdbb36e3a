import { limits } from '../limits.ts';

const { calls: MOST_CALLS } = limits.message;
const { bytes: MOST_BYTES, valueBytes: VALUE } = limits.answer;

/** Errors of one message after which others have the thread: fifty messages at once then hold it for about a second. */
const MOST_ERRORS = 20;

/** Counts bytes that are kept for a client from now on, or no longer where they are below nought. */
export type Keep = (bytes: number) => void;

/** What one message may still make the service do: calls, and bytes that are answered. */
export class MessageBudget {
  #calls: number = MOST_CALLS;
  #bytes: number = MOST_BYTES;
  /** Bytes of the message itself. */
  #size = 0;
  /** How many calls of the message wait, and what it has kept for them. */
  #waiting: { calls: number; bytes: number; keep: Keep } | undefined;

  #failed = 0;
  /** What the errors of further calls wait for. */
  #turn: Promise<void> | undefined;

  /** A new message of so many bytes has arrived. */
  renew(size = 0): void {
    this.#calls = MOST_CALLS;
    this.#bytes = MOST_BYTES;
    this.#size = size;
    this.#waiting = undefined;
    this.#failed = 0;
    this.#turn = undefined;
  }

  /**
   * Begins to wait for so many calls of a client. A library keeps what the message brought, and what it is
   * answered, for as long.
   *
   * @returns what ends the wait
   */
  wait(keep: Keep, calls = 1): () => void {
    const waiting = (this.#waiting ??= { calls: 0, bytes: 0, keep });
    if (waiting.calls === 0) waiting.bytes = this.#size + MOST_BYTES - this.#bytes;
    const own = calls * limits.callbacks.bytes;
    const shared = () => (waiting.calls === 0 ? waiting.bytes : 0);
    keep(own + shared());
    waiting.calls += 1;
    return () => {
      waiting.calls -= 1;
      keep(-own - shared());
    };
  }

  /**
   * Takes note of a call that fails. Libraries take long to write an error, so that others have the thread
   * after some.
   *
   * @param others resolves once they had it
   * @returns what the error is to wait for; undefined for the first ones of a message
   */
  fail(others: () => Promise<void>): Promise<void> | undefined {
    this.#failed += 1;
    if (this.#failed % MOST_ERRORS === 0)
      this.#turn = (this.#turn ?? Promise.resolve()).then(others);
    return this.#turn;
  }

  /** Pays for a call before it runs. @throws RangeError where the message has made more than it may */
  call(): void {
    this.#calls -= 1;
    if (this.#calls >= 0) return;
    throw new RangeError(`message: got more calls, expected at most ${MOST_CALLS}`);
  }

  /** Pays for an answer before it is made. @throws RangeError where the message has made more than it may */
  answer(bytes: number): void {
    this.#bytes -= bytes;
    const waiting = this.#waiting;
    if (waiting !== undefined && waiting.calls > 0) {
      waiting.bytes += bytes;
      waiting.keep(bytes);
    }
    if (this.#bytes >= 0) return;
    throw new RangeError(
      `answer: got more for one message than this bench gives, expected at most ${MOST_BYTES} bytes, each value counted as ${VALUE} at least`,
    );
  }
}

/** Values within each other: no library writes many more without losing its stack. */
export const DEEPEST = 500;

/**
 * Bytes that a value takes in an answer; infinite for one that is too deep. Some libraries repeat a
 * value that stands in two places, so it counts in each.
 */
export function weigh(value: unknown, depth = 0, known = new Map<object, number>()): number {
  if (typeof value === 'string') return VALUE + value.length;
  if (typeof value === 'bigint') return VALUE + value.toString(16).length;
  if (typeof value !== 'object' || value === null) return VALUE;
  // Bytes are written as numbers with commas at the worst.
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer)
    return VALUE + 4 * value.byteLength;
  if (depth > DEEPEST) return Infinity;
  const found = known.get(value);
  if (found !== undefined) return found;
  // Inside itself a value is a reference.
  known.set(value, VALUE);
  let weight: number = VALUE;
  for (const part of partsOf(value)) weight += weigh(part, depth + 1, known);
  known.set(value, weight);
  return weight;
}

function partsOf(value: object): Iterable<unknown> {
  if (Array.isArray(value) || value instanceof Set) return value as Iterable<unknown>;
  if (value instanceof Map) {
    return [...(value as ReadonlyMap<unknown, unknown>)].flatMap((pair) => pair);
  }
  const fields: unknown[] = [...Object.keys(value), ...(Object.values(value) as unknown[])];
  return value instanceof Error ? [...fields, value.message, value.stack, value.cause] : fields;
}
