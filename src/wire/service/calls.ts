/** The part of the service that studies measure: a counter, payloads, functions of the client, streams. */
import { limits } from '../limits.ts';
import { type HoldBytes, weigh } from './budget.ts';
import type { Received, Shape } from './items.ts';
import {
  type ClientMethods,
  type Cursor,
  type ThrownKind,
  failureOf,
  PlaceCursor,
} from './objects.ts';
import { idsFrom, nameOf, payloadAt } from './payloads.ts';
import type { Host } from './host.ts';
import { Streams, type StreamSink } from './streams.ts';
import { Waits } from './waits.ts';

const KEY = 'value';

/** A value, or its promise if the call waits until its rows are paid for. */
export type Soon<Value> = Value | Promise<Value>;

/** The state that all connections to one object share while it lives. */
export class Shared {
  readonly life = crypto.randomUUID();
  readonly waits: Waits;
  readonly streams: Streams;
  /** Functions that were kept, by name. */
  readonly kept = new Map<string, (payload: unknown) => unknown>();
  readonly numbers = new Set<ReadableStream>();
  /** Clients that listen by a stream. */
  listening = 0;
  released = 0;
  stopped = 0;
  /** Number of texts sent so far, so that no two in a row are alike. */
  downloads = 0;

  constructor(host: Host) {
    this.streams = new Streams(host);
    this.waits = new Waits(host.callbackMs, (reason) => host.end(reason));
  }
}

export class Calls {
  protected readonly host: Host;
  protected readonly shared: Shared;
  protected readonly client: ClientMethods | undefined;
  protected readonly holdBytes: HoldBytes;

  constructor(
    host: Host,
    shared: Shared,
    client?: ClientMethods,
    holdBytes: HoldBytes = () => undefined,
  ) {
    this.host = host;
    this.shared = shared;
    this.client = client;
    this.holdBytes = holdBytes;
  }

  /** Calls so many functions of a client at once. @throws RangeError if too many wait already */
  protected async ask<Answer>(method: string, count: number, call: () => Answer) {
    const end = this.host.budget.wait(this.holdBytes, count);
    try {
      return await this.shared.waits.ask(method, count, call);
    } finally {
      end();
    }
  }

  increment(amount: number): Soon<number> {
    return this.count(amount);
  }

  protected count(amount: number): Soon<number> {
    return this.host.store(1, () => {
      const value = this.#value + amount;
      if (!Number.isSafeInteger(value)) {
        throw new RangeError(`increment: got ${amount}, expected the sum to stay a safe integer`);
      }
      this.host.storage.put(KEY, value);
      return value;
    });
  }

  get #value(): number {
    return this.host.storage.get(KEY) ?? 0;
  }

  getValue(): Soon<number> {
    return this.host.store(0, () => this.#value);
  }

  reset(): Soon<number> {
    return this.host.store(1, () => {
      this.host.storage.put(KEY, 0);
      return 0;
    });
  }

  echo<Value>(value: Value): Value {
    this.host.budget.answer(weigh(value));
    return value;
  }

  add(a: number, b: number): number {
    return a + b;
  }

  upload(text: string): number {
    return text.length;
  }

  download(length: number): string {
    this.host.budget.answer(length);
    this.shared.downloads += 1;
    return payloadAt(length, this.shared.downloads - 1);
  }

  /** Always throws, in the way of `kind`, or a RangeError with a cause and a code. */
  fail(kind?: ThrownKind): never {
    throw failureOf(kind);
  }

  /** Ten ids in a row. */
  ids(first: number): number[] {
    return idsFrom(first);
  }

  /** The name that belongs to an id. */
  nameOf(id: number): string {
    return nameOf(id);
  }

  /** A cursor at 0, for libraries that pass objects by reference or continue calls. */
  cursor(): Cursor {
    return this.newCursor();
  }

  protected newCursor(): Cursor {
    return new PlaceCursor(0, () => {
      this.shared.released += 1;
    });
  }

  /** A cursor for libraries that pass only data: it is its position. */
  cursorStart(): number {
    return new PlaceCursor().position();
  }

  cursorNext(position: number): number {
    return new PlaceCursor(position).next().position();
  }

  cursorPosition(position: number): number {
    return new PlaceCursor(position).position();
  }

  /** Calls a function of the client with each number below `count`, and adds up its answers. */
  async calledBack(
    count: number,
    call: (index: number) => number | Promise<number>,
  ): Promise<number> {
    this.host.budget.answer(count * limits.callbacks.bytes);
    const answers = await this.ask('calledBack', count, () =>
      Promise.all(Array.from({ length: count }, async (_, index) => call(index))),
    );
    const wrong = answers.find((answer) => !Number.isSafeInteger(answer));
    if (wrong === undefined) return answers.reduce((sum, answer) => sum + answer, 0);
    throw new TypeError(`calledBack: got a ${typeof wrong}, expected a safe integer`);
  }

  /** The items of a stream, made on demand. */
  down(shape: Shape): AsyncGenerator<string, void> {
    return this.shared.streams.down(shape);
  }

  /** Reads a stream of the client. */
  async up(shape: Shape, items: AsyncIterable<unknown>): Promise<Received> {
    const sink = this.shared.streams.sink(shape);
    try {
      return await sink.all(items);
    } finally {
      sink.end();
    }
  }

  /** Calls a function with each item, and waits for none of its answers. */
  async downTo(shape: Shape, take: (item: string) => unknown): Promise<void> {
    for await (const item of this.shared.streams.down(shape)) take(item);
  }

  /** Reads a stream that the client sends by calls, one for each item. */
  sink(shape: Shape): StreamSink {
    return this.shared.streams.sink(shape);
  }

  /** Number of items that were sent and read so far. */
  passed(): number {
    return this.shared.streams.passed;
  }
}
