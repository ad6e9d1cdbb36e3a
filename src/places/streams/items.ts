/** The items of a stream: both ends know each of them, so that what is lost, twice or out of order is found. */
import { checkWhole } from '../arguments.ts';

/** So many items, each a text of so many characters, none of them outside of ASCII. */
export interface Shape {
  items: number;
  bytes: number;
  /** Place of the first that is sent, for one who has those before it; 0 where it is left out. */
  from?: number;
  /**
   * What is done besides, if anything. Of a write that many hear of: it waits for the write, waits until
   * so many do, or is the write. `slow`: the object notes what it sends on to a reader that stops.
   * `cuts`: before the item of this place it waits for a write, upon which all that is open to the object is cut. `tells`: its one
   * item is what {@link Told} is read from.
   */
  part?: 'listens' | { gathers: number } | 'writes' | 'slow' | { cuts: number } | 'tells';
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
/** Most that a stream may have; a slow one has to have more than networks and systems hold. */
export const most = {
  items: 1000,
  bytes: 65_536,
  bytesInAll: 8 * MIB,
  slow: 24 * MIB,
  listeners: 1000,
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
  for (let place = shape.from ?? 0; place < shape.items; place += 1) yield itemAt(shape, place);
}

/** The place that an item says it has. */
export const placeOf = (item: unknown): number => Number(String(item).slice(0, HEAD));

/** @throws RangeError naming the value got and expected */
export function readShape(asked: unknown): Shape {
  const { items, bytes, from, part } = Object(asked) as Partial<Record<keyof Shape, unknown>>;
  const shape = {
    items: checkWhole('items', items, 1, most.items),
    bytes: checkWhole('bytes', bytes, HEAD, most.bytes),
    ...(from !== undefined && { from: checkWhole('from', from, 0, most.items) }),
    ...(part !== undefined && { part: readPart(part) }),
  };
  const inAll = part === 'slow' ? most.slow : most.bytesInAll;
  checkWhole('bytes in all', shape.items * shape.bytes, HEAD, inAll);
  return shape;
}

function readPart(part: unknown): NonNullable<Shape['part']> {
  const named = (['listens', 'writes', 'slow', 'tells'] as const).find((each) => each === part);
  if (named !== undefined) return named;
  const { gathers, cuts } = Object(part) as { gathers?: unknown; cuts?: unknown };
  if (cuts !== undefined) return { cuts: checkWhole('cuts', cuts, 1, most.items) };
  return { gathers: checkWhole('gathers', gathers, 1, most.listeners) };
}

/** Whether a stream is one that is cut, so that its items need ids by which it goes on. */
export const isCut = ({ part }: Shape): boolean => typeof part === 'object' && 'cuts' in part;

/** What an object tells of itself. */
export interface Told {
  /** Of the newest slow stream, while its reader had stopped: bytes of its items that had been made. */
  sentOn: number;
  /** Bytes that its sockets held meanwhile; what requests hold is not known. */
  held: number | undefined;
  /** Whether the object made no more by itself, because its sockets held as much as they may. */
  halted: number;
  /** Streams that it has open, and bytes that its sockets hold, now. */
  streams: number;
  bytes: number | undefined;
}

const told = ['sentOn', 'held', 'halted', 'streams', 'bytes'] as const;

/** @returns it as an item of a stream */
export const tell = (of: Told): string => told.map((name) => String(of[name])).join(' ');

export function readTold(item: unknown): Told {
  const [sentOn = NaN, held, halted = NaN, streams = NaN, bytes] = String(item)
    .split(' ')
    .map((value) => (value === 'undefined' ? undefined : Number(value)));
  return { sentOn, held, halted, streams, bytes };
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
