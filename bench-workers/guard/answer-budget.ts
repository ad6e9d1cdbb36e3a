import { limits } from '../limits.ts';

const { bytes: MOST_BYTES, valueBytes } = limits.answer;
/** Arrays and objects within each other: no library here writes many more without losing its stack. */
const MOST_DEEP = 500;

/** What one message may make the services answer: text that is made, and values that are given back. */
export class AnswerBudget {
  #left: number = MOST_BYTES;

  /** A new message has arrived. */
  renew(): void {
    this.#left = MOST_BYTES;
  }

  /**
   * Gives back a result that is about to be answered.
   *
   * @throws RangeError where the message has made more than it may
   */
  charge<Result>(result: Result): Result {
    this.spend(typeof result === 'string' ? result.length : new Scale().weigh(result, 0));
    return result;
  }

  /**
   * Takes note of what is sent besides results.
   *
   * @throws RangeError where the message has made more than it may
   */
  spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left >= 0) return;
    throw new RangeError(
      `answer: got more for one message than this bench gives, expected at most ${MOST_BYTES} bytes, each value counted as ${valueBytes} at least`,
    );
  }
}

/** Weighs values as a library writes them that repeats what stands in two places. */
class Scale {
  /** Weights of objects; of one that is under way, and so holds itself, that of a reference. */
  #known: Map<object, number> | undefined;

  weigh(value: unknown, depth: number): number {
    if (typeof value === 'string') return valueBytes + value.length;
    if (typeof value === 'bigint') return valueBytes + value.toString(16).length;
    return typeof value === 'object' && value !== null ? this.#object(value, depth) : valueBytes;
  }

  #object(value: object, depth: number): number {
    if (depth > MOST_DEEP) {
      throw new RangeError(`answer: got a value nested deeper, expected ${MOST_DEEP} at most`);
    }
    this.#known ??= new Map();
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    this.#known.set(value, valueBytes);
    let weight = valueBytes;
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
      // Written as numbers and commas at the worst.
      weight += 4 * value.byteLength;
    } else if (value instanceof Map) {
      for (const [key, item] of value) {
        weight += this.weigh(key, depth + 1) + this.weigh(item, depth + 1);
      }
    } else if (Array.isArray(value) || value instanceof Set) {
      for (const item of value as Iterable<unknown>) weight += this.weigh(item, depth + 1);
    } else if (value instanceof Error) {
      const { message, stack = '', cause } = value;
      weight += message.length + stack.length + this.weigh(cause, depth + 1);
      weight += this.#fields(value, depth);
    } else if (value instanceof RegExp) {
      weight += value.source.length;
    } else {
      weight += this.#fields(value, depth);
    }
    this.#known.set(value, weight);
    return weight;
  }

  #fields(value: object, depth: number): number {
    let weight = 0;
    for (const [key, item] of Object.entries(value)) {
      weight += key.length + this.weigh(item, depth + 1);
    }
    return weight;
  }
}
