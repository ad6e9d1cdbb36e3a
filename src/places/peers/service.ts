/** The service of a process, a worker or a frame: each system offers it there in its own idiom. */
import {
  itemsOf,
  iterated,
  readShape,
  type Received,
  Receiving,
  type Shape,
  streamed,
} from '../../service/items.ts';
import type { ServiceMethods } from '../../service/service.ts';
import { payloadText } from '../../service/payloads.ts';
import { checkFunction, checkWhole, show } from '../../service/checks.ts';

/** Most calls of a caller’s function that one call may ask for. */
const MOST_CALLBACKS = 10_000;

/** A function of the caller that the remote side calls; nothing comes back of it. */
export type Called = (value: never) => void;

/** Names of the methods that a caller may call; nothing else is within reach. */
export const peerMethods = [
  ...(['echo', 'addAll', 'upload', 'download', 'callBack', 'counter', 'answered'] as const),
  ...(['down', 'downTo', 'up', 'beginItems', 'takeItem', 'received', 'passed'] as const),
] as const satisfies ReadonlyArray<keyof PeerService>;

/**
 * What the bench’s service is asked too has the same names here. No visitor reaches it, so that its calls
 * may be larger than a bench lets them be, and nothing is paid for. A wrong argument throws a TypeError or
 * RangeError.
 */
export class PeerService implements Pick<
  ServiceMethods,
  'echo' | 'upload' | 'download' | 'passed'
> {
  #answered = 0;
  #passed = 0;
  #receiving: Receiving | undefined;

  echo<Value>(value: Value): Value {
    this.#answered += 1;
    return value;
  }

  /** The sum of each pair of numbers: one call that carries many. */
  addAll(pairs: ReadonlyArray<readonly [number, number]>): number[] {
    if (!Array.isArray(pairs)) {
      throw new TypeError(`addAll: got ${show(pairs)}, expected an array of pairs of numbers`);
    }
    const sums = pairs.map((pair: unknown, index) => {
      const [a, b] = Array.isArray(pair) ? (pair as unknown[]) : [];
      if (typeof a === 'number' && typeof b === 'number') return a + b;
      throw new TypeError(`addAll: got ${show(pair)} at ${index}, expected a pair of numbers`);
    });
    this.#answered += 1;
    return sums;
  }

  upload(text: string): number {
    if (typeof text !== 'string') throw new TypeError(`upload: got ${show(text)}, expected a text`);
    this.#answered += 1;
    return text.length;
  }

  /** The beginning of the text that both ends know: the bench never sends one part of it twice, for sockets that compress. */
  download(length: number): string {
    const text = payloadText(length);
    this.#answered += 1;
    return text;
  }

  /** Calls the function with each number below the count; returns the count. At most 10,000. */
  callBack(count: number, call: (index: number) => void): number {
    checkWhole('callBack', count, 0, MOST_CALLBACKS);
    checkFunction('callBack', call);
    for (let index = 0; index < count; index += 1) call(index);
    this.#answered += 1;
    return count;
  }

  counter(start: number): Counter {
    this.#answered += 1;
    return new Counter(start);
  }

  /** How many calls it has answered since it was opened, this one and those of streams not counted. */
  answered(): number {
    return this.#answered;
  }

  /** Items as a stream, made as they are asked for. */
  down(shape: Shape): ReadableStream<string> {
    return streamed(this.#items(shape));
  }

  /** The same items by calls of a function, of which it awaits none. */
  downTo(shape: Shape, take: (item: string) => void): void {
    checkFunction('downTo', take);
    for (const item of this.#items(shape)) take(item);
  }

  /** Reads a stream of the caller to its end. */
  async up(shape: Shape, items: ReadableStream<unknown>): Promise<Received> {
    this.beginItems(shape);
    for await (const item of iterated(items)) this.takeItem(item);
    return this.received();
  }

  /** Says what items come by calls of {@link takeItem}. */
  beginItems(shape: Shape): void {
    this.#receiving = new Receiving(readShape(shape));
  }

  takeItem(item: unknown): void {
    if (this.#receiving === undefined) throw new Error('item: got one before any was announced');
    this.#receiving.take(item);
    this.#passed += 1;
  }

  /** What has come since. */
  received(): Received {
    return this.#receiving?.received() ?? { items: 0 };
  }

  passed(): number {
    return this.#passed;
  }

  *#items(shape: Shape): Generator<string, void> {
    for (const item of itemsOf(readShape(shape))) {
      this.#passed += 1;
      yield item;
    }
  }
}

/** A number that is added to, where the caller has no copy of it. */
export class Counter {
  value: number;

  constructor(start: number) {
    this.value = start;
  }

  /** Adds to the value and returns it. */
  add(amount: number): number {
    this.value += amount;
    return this.value;
  }
}

type Method = (...args: unknown[]) => unknown;

/** A service’s methods as functions of their own, for what calls them by name. */
export function functionsOf(service: PeerService): Readonly<Record<string, Method>> {
  const found = service as unknown as Record<string, Method>;
  return Object.fromEntries(
    peerMethods.map((name) => [name, found[name]?.bind(service) as Method]),
  );
}
