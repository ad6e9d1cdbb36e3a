import { RpcTarget } from 'cloudflare:workers';
import {
  declarePublicFunction,
  declarePublicMembers,
} from '../../src/systems/lumenize/rpc/server.ts';
import type { Amount, Flow } from '../../src/service/flow.ts';
import type { AnswerBudget } from '../guard/answer-budget.ts';
import type { HeldCalls } from '../../src/service/held.ts';
import type {
  Account,
  ClientMethods,
  Cursor,
  Failure,
  Link,
  ProbeMethods,
  User,
} from '../../src/service/methods.ts';

/** What the service needs of the object that serves it. All its connections share it. */
export interface ProbeHost {
  readonly life: string;
  readonly held: HeldCalls;
  /** Functions of clients that were kept, by name. */
  readonly kept: Map<string, (payload: unknown) => unknown>;
  readonly tally: { counted: number; released: number; stopped: number };
  /** Streams that have not ended. */
  readonly streams: Set<ReadableStream>;
  readonly flow: Flow;
  hibernatingSockets(): number;
  announce(clientId: string, payload: unknown): Promise<number>;
  nativeCursor(): Promise<Cursor>;
}

/** Most calls that wait, and most functions that are kept, in one object. */
const MOST_HELD = 100;
/** Most characters of a key or a name that is held. */
const LONGEST_NAME = 100;
/** Time between two numbers of a stream, in ms. */
const BETWEEN_NUMBERS_MS = 10;
/** Most calls of a client's function within one call, and most characters of a stream. */
const MOST_STEPS = 1000;
const MOST_COLLECTED = 1_048_576;

/** An object that goes by reference where a system can do that. */
export class ProbeCursor extends RpcTarget implements Cursor {
  #position = 0;
  readonly #released: () => void;

  constructor(released: () => void = () => undefined) {
    super();
    this.#released = released;
  }
  next(): number {
    return (this.#position += 1);
  }
  get position(): number {
    return this.#position;
  }
  [Symbol.dispose](): void {
    this.#released();
  }
}

class ProbeAccount extends RpcTarget implements Account {
  whoami(): string {
    return 'the holder of the token';
  }
}

class ProbeLink extends RpcTarget implements Link {
  next(): Link {
    return new ProbeLink();
  }
  end(): string {
    return 'the end';
  }
}

declarePublicMembers(ProbeLink, ['next', 'end']);
declarePublicMembers(ProbeCursor, ['next', 'position']);
declarePublicMembers(ProbeAccount, ['whoami']);

/** The one implementation of what the probes call; every system serves an instance of it. */
export class ProbeService extends RpcTarget implements ProbeMethods {
  readonly #host: ProbeHost;
  readonly #budget: AnswerBudget;
  readonly #client: ClientMethods | undefined;

  /**
   * @param budget what a message may make it answer; whoever takes messages in renews it
   * @param client what the client at the other end offers, where a system brings that here
   */
  constructor(host: ProbeHost, budget: AnswerBudget, client?: ClientMethods) {
    super();
    this.#host = host;
    this.#budget = budget;
    this.#client = client;
  }

  /** For TypeScript alone: nothing hides it at run time. */
  protected secret(): string {
    return 'not for clients';
  }
  echo<Value>(value: Value): Value {
    return this.#budget.charge(value);
  }
  async collect(stream: ReadableStream<string>): Promise<string[]> {
    const chunks: string[] = [];
    let length = 0;
    for await (const chunk of stream) {
      length += chunk.length;
      ensure(length <= MOST_COLLECTED, `expected ${MOST_COLLECTED} characters at most`);
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
  add(a: number, b: number): number {
    return this.#budget.charge(a + b);
  }
  fail(kind: Failure): never {
    throw failureOf(kind);
  }
  user(id: number): User {
    return this.#budget.charge({ id, name: `user ${id}`, address: { city: 'Bern' } });
  }
  userIds(): number[] {
    return [1, 2, 3];
  }
  greet(name: string): string {
    return this.#budget.charge(`Hello, ${name}!`);
  }
  count(): number {
    return (this.#host.tally.counted += 1);
  }
  counted(): number {
    return this.#host.tally.counted;
  }
  cursor(): Cursor {
    return new ProbeCursor(() => (this.#host.tally.released += 1));
  }
  link(): Link {
    this.count();
    return new ProbeLink();
  }
  isOwnCursor(cursor: unknown): boolean {
    return cursor instanceof ProbeCursor;
  }
  released(): number {
    return this.#host.tally.released;
  }
  adder(first: number): (second: number) => number {
    return declarePublicFunction((second: number) => first + second);
  }
  toolbox(): { label: string; add: (a: number, b: number) => number } {
    return { label: 'tools', add: declarePublicFunction((a: number, b: number) => a + b) };
  }
  async callBack(callback: (value: number) => unknown, value: number): Promise<unknown> {
    return callback(value);
  }
  async steps(count: number, onStep: (step: number) => unknown): Promise<string> {
    ensure(count <= MOST_STEPS, `expected ${MOST_STEPS} steps at most`);
    for (let step = 1; step <= count; step += 1) await onStep(step);
    return 'done';
  }
  subscribe(name: string, callback: (payload: unknown) => unknown): void {
    ensureRoom(this.#host.kept, name);
    // Cap’n Web gives an argument up when its call ends, unless it was duplicated.
    const { dup } = callback as { dup?: () => typeof callback };
    this.#host.kept.set(name, typeof dup === 'function' ? dup.call(callback) : callback);
  }
  keepPlainly(callback: (payload: unknown) => unknown): void {
    this.#host.kept.set('plain', callback);
  }
  async publish(name: string, payload: unknown): Promise<boolean> {
    const callback = this.#host.kept.get(name);
    await callback?.(payload);
    return callback !== undefined;
  }
  async askClient(): Promise<unknown> {
    if (this.#client === undefined) throw new Error('client: got none that can be asked');
    return this.#client.clientName();
  }
  hold(key: string): Promise<string> {
    ensureRoom(this.#host.held, key);
    return this.#host.held.hold(key);
  }
  release(key: string): boolean {
    return this.#host.held.release(key);
  }
  waiting(): string[] {
    return this.#host.held.keys;
  }
  life(): string {
    return this.#host.life;
  }
  hibernatingSockets(): number {
    return this.#host.hibernatingSockets();
  }
  announce(clientId: string, payload: unknown): Promise<number> {
    return this.#host.announce(clientId, payload);
  }
  authenticate(token: string): Account {
    if (token !== 'sesame') throw new Error('token: got one that opens nothing');
    return new ProbeAccount();
  }
  nativeCursor(): Promise<Cursor> {
    return this.#host.nativeCursor();
  }
  numbers(count: number, after = 0): ReadableStream<number> {
    ensure(Number.isInteger(after) && after >= 0, 'expected to go on after a number');
    ensure(count <= MOST_STEPS, `expected ${MOST_STEPS} numbers at most`);
    ensure(this.#host.streams.size < MOST_HELD, `expected ${MOST_HELD} streams at most`);
    let last = after;
    const stream: ReadableStream<number> = new ReadableStream<number>(
      {
        pull: async (controller) => {
          await new Promise((resolve) => setTimeout(resolve, BETWEEN_NUMBERS_MS));
          if (last >= count) {
            this.#host.streams.delete(stream);
            controller.close();
          } else controller.enqueue((last += 1));
        },
        cancel: () => {
          this.#host.streams.delete(stream);
          this.#host.tally.stopped += 1;
        },
      },
      { highWaterMark: 0 },
    );
    this.#host.streams.add(stream);
    return stream;
  }
  flow(amount: Amount): ReadableStream<string> {
    this.#ensureFlow(amount);
    ensure(this.#host.streams.size < MOST_HELD, `expected ${MOST_HELD} streams at most`);
    const stream = this.#host.flow.stream(amount, () => this.#host.streams.delete(stream));
    this.#host.streams.add(stream);
    return stream;
  }
  async flowTo(amount: Amount, take?: (piece: string) => unknown): Promise<void> {
    this.#ensureFlow(amount);
    await this.#host.flow.calls(amount, take);
  }
  flowed(): number {
    return this.#host.flow.made;
  }
  /** All of it counts for the message that asks, which is told at once where that is too much. */
  #ensureFlow({ pieces, length }: Amount): void {
    ensure(pieces > 0 && pieces <= MOST_HELD, `expected ${MOST_HELD} pieces at most`);
    ensure(length > 0, 'expected pieces with a length');
    this.#budget.spend(pieces * length);
  }
  stopped(): number {
    return this.#host.tally.stopped;
  }
}

function ensureRoom(held: { readonly size: number }, name: string): void {
  ensure(held.size < MOST_HELD, `expected ${MOST_HELD} at most`);
  ensure(
    typeof name === 'string' && name.length <= LONGEST_NAME,
    `expected a name of ${LONGEST_NAME} characters at most`,
  );
}

function ensure(holds: boolean, expected: string): void {
  if (!holds) throw new RangeError(`got too much, ${expected}`);
}

function failureOf(kind: Failure): unknown {
  switch (kind) {
    case 'type':
      return new TypeError('boom');
    case 'cause':
      return new RangeError('too far', { cause: new Error('the fuse') });
    case 'code':
      return Object.assign(new Error('quota'), { code: 7, retry: { afterMs: 50 } });
    case 'named':
      return Object.assign(new Error('not today'), { name: 'QuotaError' });
    case 'text':
      return 'only a text';
    default:
      return new TypeError('fail: expected a kind of failure');
  }
}
