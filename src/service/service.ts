import type { MessageBudget } from './budget.ts';
import { checkArguments } from './arguments.ts';
import { HeldCalls } from './held.ts';
import { iterated, type Received, type Shape } from './items.ts';
import { limits } from '../../bench-workers/limits.ts';
import {
  type CalledRemotely,
  type ClientMethods,
  type Cursor,
  type Failure,
  methodNames,
  type ServiceMethods,
  type User,
} from './methods.ts';
import { failureOf, PlaceCursor, TokenAccount } from './objects.ts';
import { idsFrom, nameOf, payloadAt } from './payloads.ts';
import { Streams, type StreamSink } from './streams.ts';
import { weigh } from './weight.ts';

/** What an object gives its service: storage, and what the platform alone can do. */
export interface Host {
  storage: { get(key: string): number | undefined; put(key: string, value: number): void };
  budget: MessageBudget;
  /** How many of its sockets can outlive it. */
  hibernatingSockets(): number;
  /** Sends a payload to the sockets with a tag; how many they are. */
  announce(tag: string, payload: unknown): Promise<number>;
  nativeCursor(): Promise<Pick<Cursor, 'advance'>>;
  /** Counts messages of the day before anything is sent. @throws RangeError where the day has less */
  pay(messages: number): Promise<void>;
  /** Messages that were paid for and are still to come. */
  expect(messages: number): void;
  /** Resolves once other objects had the thread. */
  others(): Promise<void>;
  /** Closes all that is open to the object. */
  end(reason: string): void;
}

/** What all connections to one object share while it lives. */
class Shared {
  readonly life = crypto.randomUUID();
  readonly held = new HeldCalls();
  /** Functions of clients that were kept, by name. */
  readonly kept = new Map<string, (payload: unknown) => unknown>();
  readonly numbers = new Set<ReadableStream>();
  readonly streams: Streams;
  released = 0;
  stopped = 0;
  /** Texts sent so far, so that no two in a row are alike. */
  downloads = 0;
  /** Calls of clients’ functions that wait for their answers. */
  waiting = 0;

  constructor(host: Host) {
    this.streams = new Streams(host);
  }
}

const KEY = 'value';
/** Most calls that wait, functions that are kept, and streams of numbers, in one object. */
const MOST_HELD = 100;
/** Time between two numbers of a stream, in ms. */
const BETWEEN_NUMBERS_MS = 25;
/** Most bytes of a stream of the client that are collected. */
const MOST_COLLECTED = 1_048_576;

class Methods implements ServiceMethods {
  readonly host: Host;
  /** Whether the client answers each item of a stream with a message, which is paid for before. */
  acknowledged = false;
  readonly #shared: Shared;
  readonly #client: ClientMethods | undefined;

  constructor(host: Host, shared: Shared, client?: ClientMethods) {
    this.host = host;
    this.#shared = shared;
    this.#client = client;
  }

  /** For TypeScript alone: nothing hides it at run time. */
  protected secret(): string {
    return 'not for clients';
  }

  increment(amount: number): number {
    return this.#add(amount);
  }

  #add(amount: number): number {
    const value = this.#value + amount;
    if (!Number.isSafeInteger(value)) {
      throw new RangeError(`increment: got ${amount}, expected the sum to stay a safe integer`);
    }
    this.host.storage.put(KEY, value);
    return value;
  }

  get #value(): number {
    return this.host.storage.get(KEY) ?? 0;
  }

  getValue(): number {
    return this.#value;
  }

  reset(): number {
    this.host.storage.put(KEY, 0);
    return 0;
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
    this.#shared.downloads += 1;
    return payloadAt(length, this.#shared.downloads - 1);
  }

  fail(kind?: Failure): never {
    throw failureOf(kind);
  }

  ids(first: number): number[] {
    return idsFrom(first);
  }

  nameOf(id: number): string {
    return nameOf(id);
  }

  async calledBack(count: number, call: CalledRemotely): Promise<number> {
    this.#ensureWaiting('calledBack', count);
    this.host.budget.answer(count * limits.callbacks.bytes);
    const asked = Array.from({ length: count }, (_, index) => this.#wait(() => call(index)));
    const answers = await Promise.all(asked);
    const wrong = answers.find((answer) => !Number.isSafeInteger(answer));
    if (answers.every(Number.isSafeInteger))
      return answers.reduce((sum, answer) => sum + answer, 0);
    throw new TypeError(`calledBack: got a ${typeof wrong}, expected a safe integer`);
  }

  /** Calls a client, which may never answer. */
  async #wait<Answer>(call: () => Answer): Promise<Awaited<Answer>> {
    this.#shared.waiting += 1;
    try {
      return await call();
    } finally {
      this.#shared.waiting -= 1;
    }
  }

  #ensureWaiting(method: string, count = 1): void {
    const { waiting } = limits.callbacks;
    if (this.#shared.waiting + count <= waiting) return;
    throw new RangeError(
      `${method}: got ${count} calls more, expected at most ${waiting} that wait for answers`,
    );
  }

  cursor(): PlaceCursor {
    return this.#cursor();
  }

  #cursor(): PlaceCursor {
    return new PlaceCursor(0, () => (this.#shared.released += 1));
  }

  cursorStart(): number {
    return new PlaceCursor().position();
  }

  cursorNext(position: number): number {
    return new PlaceCursor(position).next().position();
  }

  cursorPosition(position: number): number {
    return new PlaceCursor(position).position();
  }

  async collect(stream: ReadableStream<string>): Promise<string[]> {
    const chunks: string[] = [];
    let length = 0;
    for await (const chunk of iterated(stream)) {
      // A chunk of a client is whatever it sends, whatever length that says it has.
      length += weigh(chunk);
      if (length > MOST_COLLECTED) {
        throw new RangeError(`collect: expected ${MOST_COLLECTED} bytes at most`);
      }
      chunks.push(chunk);
    }
    return chunks;
  }

  twins(): unknown[] {
    const one = { name: 'one' };
    return [one, one];
  }

  typeOf(value: number): string {
    return typeof value;
  }

  user(id: number): User {
    return { id, name: `user ${id}`, address: { city: 'Bern' } };
  }

  link(): PlaceCursor {
    this.#add(1);
    return this.#cursor();
  }

  isOwnCursor(cursor: unknown): boolean {
    return cursor instanceof PlaceCursor;
  }

  released(): number {
    return this.#shared.released;
  }

  adder(first: number): (second: number) => number {
    return (second) => first + second;
  }

  toolbox(): { label: string; add: (a: number, b: number) => number } {
    return { label: 'tools', add: (a, b) => a + b };
  }

  async callBack(callback: (value: number) => unknown, value: number): Promise<unknown> {
    this.#ensureWaiting('callBack');
    return this.#wait(() => callback(value));
  }

  async steps(count: number, onStep: (step: number) => unknown): Promise<string> {
    this.#ensureWaiting('steps');
    for (let step = 1; step <= count; step += 1) {
      // Each is a message of its own to the client.
      this.host.budget.answer(limits.callbacks.bytes);
      await this.#wait(() => onStep(step));
    }
    return 'done';
  }

  subscribe(name: string, callback: (payload: unknown) => unknown): void {
    this.#ensureRoom(this.#shared.kept);
    // Cap’n Web gives an argument up when its call ends, unless it was duplicated.
    const { dup } = callback as { dup?: () => typeof callback };
    this.#shared.kept.set(name, typeof dup === 'function' ? dup.call(callback) : callback);
  }

  keepPlainly(callback: (payload: unknown) => unknown): void {
    this.#shared.kept.set('plain', callback);
  }

  async publish(name: string, payload: unknown): Promise<boolean> {
    this.#ensureWaiting('publish');
    const callback = this.#shared.kept.get(name);
    await this.#wait(() => callback?.(payload));
    return callback !== undefined;
  }

  async askClient(): Promise<unknown> {
    const client = this.#client;
    if (client === undefined) throw new Error('client: got none that can be asked');
    this.#ensureWaiting('askClient');
    return this.#wait(() => client.clientName());
  }

  hold(key: string): Promise<string> {
    this.#ensureRoom(this.#shared.held);
    return this.#shared.held.hold(key);
  }

  release(key: string): boolean {
    return this.#shared.held.release(key);
  }

  waiting(): string[] {
    return this.#shared.held.keys;
  }

  life(): string {
    return this.#shared.life;
  }

  hibernatingSockets(): number {
    return this.host.hibernatingSockets();
  }

  announce(clientId: string, payload: unknown): Promise<number> {
    return this.host.announce(clientId, payload);
  }

  authenticate(token: string): TokenAccount {
    if (token !== 'sesame') throw new Error('token: got one that opens nothing');
    return new TokenAccount();
  }

  nativeCursor(): Promise<Pick<Cursor, 'advance'>> {
    return this.host.nativeCursor();
  }

  numbers(count: number, after = 0): ReadableStream<number> {
    const { numbers } = this.#shared;
    this.#ensureRoom(numbers);
    let last = after;
    const stream = new ReadableStream<number>(
      {
        pull: async (controller) => {
          await new Promise((resolve) => setTimeout(resolve, BETWEEN_NUMBERS_MS));
          if (last < count) return controller.enqueue((last += 1));
          numbers.delete(stream);
          controller.close();
        },
        cancel: () => {
          numbers.delete(stream);
          this.#shared.stopped += 1;
        },
      },
      { highWaterMark: 0 },
    );
    numbers.add(stream);
    return stream;
  }

  stopped(): number {
    return this.#shared.stopped;
  }

  down(shape: Shape): AsyncGenerator<string, void> {
    return this.#shared.streams.down(shape, this.acknowledged);
  }

  async up(shape: Shape, items: AsyncIterable<unknown>): Promise<Received> {
    const sink = await this.#shared.streams.sink(shape);
    try {
      return await sink.all(items);
    } finally {
      sink.end();
    }
  }

  async downTo(shape: Shape, take: (item: string) => unknown): Promise<void> {
    for await (const item of this.#shared.streams.down(shape, false)) take(item);
  }

  async flowTo(shape: Shape, take: (item: string) => unknown): Promise<void> {
    for await (const item of this.#shared.streams.down(shape, true)) await take(item);
  }

  sink(shape: Shape): Promise<StreamSink> {
    return this.#shared.streams.sink(shape);
  }

  passed(): number {
    return this.#shared.streams.passed;
  }

  #ensureRoom({ size }: { readonly size: number }): void {
    if (size >= MOST_HELD) throw new RangeError(`got one more, expected ${MOST_HELD} at most`);
  }
}

/**
 * The one implementation of what is called, for every library and every question. Each call is counted and
 * its arguments are checked before it runs, so that a wrong one changes nothing.
 */
export class Service extends Methods {
  static {
    for (const name of methodNames) {
      const method = Reflect.get(Methods.prototype, name) as (...args: unknown[]) => unknown;
      Object.defineProperty(this.prototype, name, {
        value(this: Service, ...args: unknown[]): unknown {
          this.host.budget.call();
          checkArguments(name, args);
          return method.apply(this, args);
        },
      });
    }
  }
}

/** Makes the services of one object: they share its state, and each has its own client. */
export function serviceOf(host: Host): (client?: ClientMethods) => Service {
  const shared = new Shared(host);
  return (client) => new Service(host, shared, client);
}
