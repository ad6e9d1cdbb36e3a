import { limits } from '../limits.ts';

const { calls: MOST_CALLS } = limits.message;
const { bytes: MOST_BYTES, valueBytes: VALUE } = limits.answer;

/** Errors of one message after which others have the thread. Fifty messages at once then keep it busy for about a second. */
const MOST_ERRORS = 20;

/** Holds so many bytes more for a client, or fewer if the number is below 0. */
export type HoldBytes = (bytes: number) => void;

/** The calls that one message may still make, and the bytes that these may still answer. */
export class MessageBudget {
  #calls: number = MOST_CALLS;
  #bytes: number = MOST_BYTES;
  /** Bytes of the message itself. */
  #size = 0;
  /** How many calls of the message wait, and the bytes held for them. */
  #waiting: { calls: number; bytes: number; holdBytes: HoldBytes } | undefined;

  #failed = 0;
  /** The turn of others that further errors wait for. */
  #turn: Promise<void> | undefined;

  /** Begins a new message of so many bytes. */
  renew(size = 0): void {
    this.#calls = MOST_CALLS;
    this.#bytes = MOST_BYTES;
    this.#size = size;
    this.#waiting = undefined;
    this.#failed = 0;
    this.#turn = undefined;
  }

  /** Begins to wait for calls of a client, while the library holds the message. @returns ends the wait */
  wait(holdBytes: HoldBytes, calls = 1): () => void {
    const waiting = (this.#waiting ??= { calls: 0, bytes: 0, holdBytes });
    if (waiting.calls === 0) waiting.bytes = this.#size + MOST_BYTES - this.#bytes;
    const own = calls * limits.callbacks.bytes;
    const shared = () => (waiting.calls === 0 ? waiting.bytes : 0);
    holdBytes(own + shared());
    waiting.calls += 1;
    return () => {
      waiting.calls -= 1;
      holdBytes(-own - shared());
    };
  }

  /**
   * Notes a call that fails. Libraries take long to write an error, so that others have the thread after some.
   *
   * @param letOthersRun resolves once others have had the thread
   * @returns the turn that the error must wait for; undefined for the first errors of a message
   */
  fail(letOthersRun: () => Promise<void>): Promise<void> | undefined {
    this.#failed += 1;
    if (this.#failed % MOST_ERRORS === 0) {
      this.#turn = (this.#turn ?? Promise.resolve()).then(letOthersRun);
    }
    return this.#turn;
  }

  /** Pays for a call before it runs. @throws RangeError if the message has made too many */
  call(): void {
    this.#calls -= 1;
    if (this.#calls >= 0) return;
    throw new RangeError(`message: got more calls, expected at most ${MOST_CALLS}`);
  }

  /** Pays for an answer before it is made. @throws RangeError if the message has made too much */
  answer(bytes: number): void {
    this.#bytes -= bytes;
    const waiting = this.#waiting;
    if (waiting !== undefined && waiting.calls > 0) {
      waiting.bytes += bytes;
      waiting.holdBytes(bytes);
    }
    if (this.#bytes >= 0) return;
    throw new RangeError(
      `answer: got more for one message than this bench gives, expected at most ${MOST_BYTES} bytes, each value counted as ${VALUE} at least`,
    );
  }
}

/** Deepest nesting of a value. No library can write much deeper ones without overflowing its stack. */
export const DEEPEST = 500;

/**
 * Bytes that a value takes in an answer; infinite if it is nested too deep. A value in two places counts
 * twice, because some libraries repeat it.
 */
export function weigh(value: unknown, depth = 0, known = new Map<object, number>()): number {
  if (typeof value === 'string') return VALUE + value.length;
  if (typeof value === 'bigint') return VALUE + value.toString(16).length;
  if (typeof value !== 'object' || value === null) return VALUE;
  // At worst a library writes bytes as numbers with commas.
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
    return VALUE + 4 * value.byteLength;
  }
  if (depth > DEEPEST) return Infinity;
  const found = known.get(value);
  if (found !== undefined) return found;
  // Inside itself a value is only a reference.
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
