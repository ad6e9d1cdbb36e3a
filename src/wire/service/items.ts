/** The items of a stream. Both ends know each of them, and so find one that is lost, repeated or out of order. */
import { checkWhole } from '../limits.ts';

/** A number of items, and the length of each in characters of ASCII. */
export interface Shape {
  items: number;
  bytes: number;
  /** Its part in a write that many hear of: it waits for the write, waits until so many listen, or is the write. */
  part?: 'listens' | { gathers: number } | 'writes';
}

/** The items that one end has read of a stream. */
export interface Received {
  items: number;
  /** The fault of the first unexpected item, in words. */
  wrong?: string;
  /** Time from the call to the first item, in ms; absent unless the caller reads. */
  firstMs?: number;
}

const MIB = 1024 * 1024;
/** Limits of a stream. */
export const most = { items: 1000, bytes: 65_536, bytesInAll: 8 * MIB, listeners: 20 };

/** Length of an item’s number. */
const HEAD = 10;
/** Distance in the text between the beginnings of two items, so that they differ in more than their numbers. */
const STEP = 61;
const PLACES = 4096;

let text: string | undefined;

/** Letters from a fixed seed. No way of writing them needs an escape, and so a longer text. */
function letters(): string {
  let state = 1;
  const codes = Uint8Array.from({ length: most.bytes + PLACES }, () => {
    // The generator of Park and Miller (CACM 31(10), 1988).
    state = (state * 48_271) % 0x7fffffff;
    return 97 + (state % 26);
  });
  return new TextDecoder().decode(codes);
}

/** The item at a place of a stream, from 0: its number, then letters. */
function itemAt(bytes: number, place: number): string {
  text ??= letters();
  const from = (place * STEP) % PLACES;
  return String(place).padEnd(HEAD) + text.slice(from, from + bytes - HEAD);
}

/** Lengths of items that are kept: as many as the study of streams has. */
const KEPT = 3;
/** Items that were made, by their length; the one that was asked for last stands last. */
const made = new Map<number, string[]>();

/** All items of a stream, in their order. Both ends keep them, because whoever makes one in a call is timed for it. */
export function itemsOf({ items, bytes }: Shape): readonly string[] {
  const known = made.get(bytes) ?? [];
  made.delete(bytes);
  made.set(bytes, known);
  for (let place = known.length; place < items; place += 1) known.push(itemAt(bytes, place));
  for (const old of [...made.keys()].slice(0, -KEPT)) made.delete(old);
  return known.length === items ? known : known.slice(0, items);
}

/** @throws RangeError naming the value got and expected */
export function readShape(asked: unknown): Shape {
  const { items, bytes, part } = Object(asked) as Partial<Record<keyof Shape, unknown>>;
  const shape: Shape = {
    items: checkWhole('items', items, 1, most.items),
    bytes: checkWhole('bytes', bytes, HEAD, most.bytes),
  };
  if (part !== undefined) shape.part = readPart(part);
  checkWhole('bytes in all', shape.items * shape.bytes, HEAD, most.bytesInAll);
  return shape;
}

function readPart(part: unknown): NonNullable<Shape['part']> {
  if (part === 'listens' || part === 'writes') return part;
  const { gathers } = Object(part) as { gathers?: unknown };
  return { gathers: checkWhole('gathers', gathers, 1, most.listeners) };
}

/** Checks the items of a stream as they arrive. */
export class Receiving {
  readonly shape: Shape;
  readonly #expected: readonly string[];
  readonly #startedAt = performance.now();
  #items = 0;
  #wrong: string | undefined;
  #firstMs: number | undefined;

  constructor(shape: Shape) {
    this.shape = shape;
    this.#expected = itemsOf(shape);
  }

  /** True if all items have arrived. */
  get isWhole(): boolean {
    return this.#items >= this.shape.items;
  }

  take(item: unknown): void {
    this.#firstMs ??= performance.now() - this.#startedAt;
    if (item !== this.#expected[this.#items]) {
      const got = typeof item === 'string' ? JSON.stringify(item.slice(0, HEAD)) : typeof item;
      this.#wrong ??= `item ${this.#items}: got ${got}, expected that of its number`;
    }
    this.#items += 1;
  }

  /** The items so far, with the time to the first as this end measured it. */
  received(): Received {
    const received: Received = { items: this.#items };
    if (this.#wrong !== undefined) received.wrong = this.#wrong;
    if (this.#firstMs !== undefined) received.firstMs = this.#firstMs;
    return received;
  }

  /** Takes all items of a library’s stream. */
  async all(stream: AsyncIterable<unknown>): Promise<Received> {
    for await (const item of stream) this.take(item);
    return this.received();
  }
}

/** A stream that makes each item on demand. */
export function streamed(items: Iterator<string>): ReadableStream<string> {
  return new ReadableStream<string>({
    pull(controller) {
      const next = items.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
  });
}

/** Iterates a stream, also in browsers whose streams cannot be iterated. */
export async function* iterated<Value>(stream: ReadableStream<Value>): AsyncGenerator<Value, void> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}
