/** The service of a process, a worker or a frame. Each system offers it in its own idiom. */
import {
  itemsOf,
  iterated,
  type Received,
  Receiving,
  type Shape,
  streamed,
} from '../service/items.ts';
import { payloadText } from '../service/payloads.ts';

/** A function of the caller that the remote side calls; nothing comes back of it. */
export type Called = (value: never) => void;

/** Its methods have the names of the bench’s service. It checks nothing, because no visitor reaches it. */
export class PeerService {
  #answered = 0;
  #passed = 0;
  #receiving: Receiving | undefined;

  echo<Value>(value: Value): Value {
    this.#answered += 1;
    return value;
  }

  /** The sum of each pair of numbers: one call that carries many. */
  addAll(pairs: ReadonlyArray<readonly [number, number]>): number[] {
    this.#answered += 1;
    return pairs.map(([a, b]) => a + b);
  }

  upload(text: string): number {
    this.#answered += 1;
    return text.length;
  }

  /** The beginning of the text that both ends know. @throws RangeError for a length that no text has */
  download(length: number): string {
    const text = payloadText(length);
    this.#answered += 1;
    return text;
  }

  /** Calls the function with each number below the count; returns the count. */
  callBack(count: number, call: (index: number) => void): number {
    for (let index = 0; index < count; index += 1) call(index);
    this.#answered += 1;
    return count;
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
    for (const item of this.#items(shape)) take(item);
  }

  /** Reads a stream of the caller to its end. */
  async up(shape: Shape, items: ReadableStream<unknown>): Promise<Received> {
    this.beginItems(shape);
    for await (const item of iterated(items)) this.takeItem(item);
    return this.received();
  }

  /** Announces items that come by calls of {@link takeItem}. */
  beginItems(shape: Shape): void {
    this.#receiving = new Receiving(shape);
  }

  takeItem(item: unknown): void {
    this.#receiving?.take(item);
    this.#passed += 1;
  }

  /** The items since then. */
  received(): Received {
    return this.#receiving?.received() ?? { items: 0 };
  }

  passed(): number {
    return this.#passed;
  }

  *#items(shape: Shape): Generator<string, void> {
    for (const item of itemsOf(shape)) {
      this.#passed += 1;
      yield item;
    }
  }
}

/** Names of the methods that a caller may call; nothing else is within reach. */
export const peerMethods: readonly string[] = Object.getOwnPropertyNames(
  PeerService.prototype,
).filter((name) => name !== 'constructor');

type Method = (...args: unknown[]) => unknown;

/** A service’s methods as functions of their own, for what calls them by name. */
export function functionsOf(service: PeerService): Readonly<Record<string, Method>> {
  const methodOf = (name: string) => Reflect.get(service, name) as Method;
  return Object.fromEntries(peerMethods.map((name) => [name, methodOf(name).bind(service)]));
}
