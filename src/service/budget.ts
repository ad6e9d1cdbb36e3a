import { limits } from '../../bench-workers/limits.ts';

const { calls: MOST_CALLS } = limits.message;
const { bytes: MOST_BYTES, valueBytes: VALUE } = limits.answer;

/** What one message may still make the service do: calls, and bytes that are answered. */
export class MessageBudget {
  #calls: number = MOST_CALLS;
  #bytes: number = MOST_BYTES;

  /** A new message has arrived. */
  renew(): void {
    this.#calls = MOST_CALLS;
    this.#bytes = MOST_BYTES;
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
