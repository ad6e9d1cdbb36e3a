/** The items of a stream: both ends know each of them, so that what is lost, twice or out of order is found. */
import { checkWhole } from './checks.ts';

/** So many items, each a text of so many characters, none of them outside of ASCII. */
export interface Shape {
  items: number;
  bytes: number;
  /** Its part in a write that many hear of: it waits for the write, waits until so many do, or is the write. */
  part?: 'listens' | { gathers: number } | 'writes';
}

/** What the end that reads a stream found. */
export interface Received {
  items: number;
  /** What is wrong with the first that is not the one that was due, in words. */
  wrong?: string;
  /** From the call to the first item, in ms; where the end that calls is the one that reads. */
  firstMs?: number;
}

const MIB = 1024 * 1024;
/** Most that a stream may have. */
export const most = {
  items: 1000,
  bytes: 65_536,
  bytesInAll: 8 * MIB,
  listeners: 20,
};

/** Characters of an item that say its number. */
const HEAD = 10;
/** Items begin at different places of the text, so that two of them differ in more than their numbers. */
const STEP = 61;
const PLACES = 4096;

let text: string | undefined;

/** Letters from a fixed seed: what is written as JSON, or as lines, is no longer for it. */
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
export function itemAt({ bytes }: Shape, place: number): string {
  text ??= letters();
  const from = (place * STEP) % PLACES;
  return String(place).padEnd(HEAD) + text.slice(from, from + bytes - HEAD);
}

/** All items of a stream that are to be sent, in their order. */
export function* itemsOf(shape: Shape): Generator<string, void> {
  for (let place = 0; place < shape.items; place += 1) yield itemAt(shape, place);
}

/** @throws RangeError naming the value got and expected */
export function readShape(asked: unknown): Shape {
  const { items, bytes, part } = Object(asked) as Partial<Record<keyof Shape, unknown>>;
  const shape = {
    items: checkWhole('items', items, 1, most.items),
    bytes: checkWhole('bytes', bytes, HEAD, most.bytes),
    ...(part !== undefined && { part: readPart(part) }),
  };
  checkWhole('bytes in all', shape.items * shape.bytes, HEAD, most.bytesInAll);
  return shape;
}

function readPart(part: unknown): NonNullable<Shape['part']> {
  if (part === 'listens' || part === 'writes') return part;
  const { gathers } = Object(part) as { gathers?: unknown };
  return { gathers: checkWhole('gathers', gathers, 1, most.listeners) };
}

/** Looks at each item of a stream as it arrives. */
export class Receiving {
  readonly shape: Shape;
  readonly #startedAt = performance.now();
  #items = 0;
  #wrong: string | undefined;
  #firstMs: number | undefined;

  constructor(shape: Shape) {
    this.shape = shape;
  }

  /** Whether as many arrived as there are. */
  get isWhole(): boolean {
    return this.#items >= this.shape.items;
  }

  take(item: unknown): void {
    this.#firstMs ??= performance.now() - this.#startedAt;
    if (item !== itemAt(this.shape, this.#items)) {
      const got = typeof item === 'string' ? JSON.stringify(item.slice(0, HEAD)) : typeof item;
      this.#wrong ??= `item ${this.#items}: got ${got}, expected that of its number`;
    }
    this.#items += 1;
  }

  /** What was found, with the time to the first item as this end has it. */
  received(): Received {
    return {
      items: this.#items,
      ...(this.#wrong !== undefined && { wrong: this.#wrong }),
      ...(this.#firstMs !== undefined && { firstMs: this.#firstMs }),
    };
  }

  /** Takes all items of a stream that a library hands over. */
  async all(stream: AsyncIterable<unknown>): Promise<Received> {
    for await (const item of stream) this.take(item);
    return this.received();
  }
}

/** A stream that makes each of its items when it is asked for. */
export function streamed(items: Iterator<string>): ReadableStream<string> {
  return new ReadableStream<string>({
    pull(controller) {
      const next = items.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
  });
}

/** A stream as what can be iterated, also where a browser’s cannot. */
export async function* iterated<Value>(stream: ReadableStream<Value>): AsyncGenerator<Value, void> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}

/** Looks whether the other end has sent and read as many items as it was asked for, as a workload’s check does. */
export async function passedExactly(
  peer: { passed(): Promise<number> },
  expected: number,
): Promise<string | undefined> {
  const got = await peer.passed();
  return got === expected ? undefined : `the object passed ${got} items, expected ${expected}`;
}
