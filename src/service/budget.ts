import { limits } from '../../bench-workers/limits.ts';

const { calls: MOST_CALLS } = limits.message;
const { bytes: MOST_BYTES, valueBytes } = limits.answer;

/** What one message may still make the service do: calls, and bytes that are answered. */
export class MessageBudget {
  #calls: number = MOST_CALLS;
  #bytes: number = MOST_BYTES;

  /** A new message has arrived. */
  renew(): void {
    this.#calls = MOST_CALLS;
    this.#bytes = MOST_BYTES;
  }

  /** Pays for calls before they run. @throws RangeError where the message has made more than it may */
  call(count = 1): void {
    this.#calls -= count;
    if (this.#calls >= 0) return;
    throw new RangeError(`message: got more calls, expected at most ${MOST_CALLS}`);
  }

  /** Pays for an answer before it is made. @throws RangeError where the message has made more than it may */
  answer(bytes: number): void {
    this.#bytes -= bytes;
    if (this.#bytes >= 0) return;
    throw new RangeError(
      `answer: got more for one message than this bench gives, expected at most ${MOST_BYTES} bytes, each value counted as ${valueBytes} at least`,
    );
  }
}

/** Arrays and objects within each other: no library here writes many more without losing its stack. */
const MOST_DEEP = 500;

/**
 * The size of a value as a library writes it that repeats what stands in two places, in bytes. It stops
 * where that is more than an answer may have, so that what repeats itself cannot take long.
 *
 * @throws RangeError for a value that is nested too deep
 */
export function sizeOf(value: unknown): number {
  let size = 0;
  const add = (each: unknown, depth: number): void => {
    size += valueBytes;
    if (size > MOST_BYTES) return;
    if (typeof each === 'string') size += each.length;
    else if (typeof each === 'bigint') size += each.toString(16).length;
    else if (typeof each === 'object' && each !== null) addObject(each, depth + 1);
  };
  const under = new Set<object>();
  const addObject = (each: object, depth: number): void => {
    // One that holds itself is written as a reference there.
    if (under.has(each)) return;
    if (depth > MOST_DEEP) {
      throw new RangeError(`answer: got a value nested deeper, expected ${MOST_DEEP} at most`);
    }
    under.add(each);
    // Bytes are written as numbers and commas at the worst.
    if (ArrayBuffer.isView(each) || each instanceof ArrayBuffer) size += 4 * each.byteLength;
    else if (each instanceof Map) {
      for (const [key, item] of each) {
        add(key, depth);
        add(item, depth);
      }
    } else if (Array.isArray(each) || each instanceof Set) {
      for (const item of each as Iterable<unknown>) add(item, depth);
    } else addFields(each, depth);
    under.delete(each);
  };
  const addFields = (each: object, depth: number): void => {
    if (each instanceof Error) add([each.message, each.stack, each.cause], depth);
    if (each instanceof RegExp) add(each.source, depth);
    for (const [key, item] of Object.entries(each)) {
      size += key.length;
      add(item, depth);
    }
  };
  add(value, 0);
  return size;
}
