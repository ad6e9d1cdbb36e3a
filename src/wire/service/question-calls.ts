/** The part of the service that only the questions of the matrix call. */
import { limits } from '../limits.ts';
import { weigh } from './budget.ts';
import { Calls, type Soon } from './calls.ts';
import { iterated, type Shape } from './items.ts';
import { type Cursor, TokenAccount, type User } from './objects.ts';

/** Time between two numbers of a stream, in ms. */
const BETWEEN_NUMBERS_MS = 25;
/** Most bytes that are collected from a stream of the client. */
const MOST_COLLECTED = 1_048_576;

export class QuestionCalls extends Calls {
  /** Hidden only by TypeScript: nothing hides it at run time. */
  protected secret(): string {
    return 'not for clients';
  }

  /** The chunks of a stream, once it has ended. */
  async collect(stream: ReadableStream<string>): Promise<string[]> {
    const chunks: string[] = [];
    let length = 0;
    for await (const chunk of iterated(stream)) {
      // A chunk is weighed, because a client may send anything with any `length`.
      length += weigh(chunk);
      if (length > MOST_COLLECTED) {
        throw new RangeError(`collect: expected ${MOST_COLLECTED} bytes at most`);
      }
      chunks.push(chunk);
    }
    return chunks;
  }

  /** One object twice, in a list. */
  twins(): unknown[] {
    const one = { name: 'one' };
    return [one, one];
  }

  /** The type of the value that arrived, which may not be its declared type. */
  typeOf(value: number): string {
    return typeof value;
  }

  user(id: number): User {
    return { id, name: `user ${id}`, address: { city: 'Bern' } };
  }

  /** The first call of a chain: a cursor. It also increments the counter, which counts its runs. */
  link(): Soon<Cursor> {
    const counted = this.count(1);
    return typeof counted === 'number' ? this.newCursor() : counted.then(() => this.newCursor());
  }

  /** How many cursors were released. */
  released(): number {
    return this.shared.released;
  }

  /** A function that adds `first` to its argument. */
  adder(first: number): (second: number) => number {
    return (second) => first + second;
  }

  /** A function among data. */
  toolbox(): { label: string; add: (a: number, b: number) => number } {
    return { label: 'tools', add: (a, b) => a + b };
  }

  /** A symbol, which no library carries. */
  unsendable(): symbol {
    return Symbol('here');
  }

  /** Calls a function of the client and returns its answer. */
  async callBack(callback: (value: number) => unknown, value: number): Promise<unknown> {
    return this.ask('callBack', 1, () => callback(value));
  }

  /** Calls a function of the client with each step. */
  async steps(count: number, onStep: (step: number) => unknown): Promise<string> {
    for (let step = 1; step <= count; step += 1) {
      // Each step is a message of its own to the client.
      this.host.budget.answer(limits.callbacks.bytes);
      await this.ask('steps', 1, () => onStep(step));
    }
    return 'done';
  }

  /** Keeps a function of the client under a name, for as long as the object lives. */
  subscribe(name: string, callback: (payload: unknown) => unknown): void {
    this.ensureRoom(this.shared.kept.size);
    // Cap’n Web releases an argument when its call ends, unless it was duplicated.
    const { dup } = callback as { dup?: () => typeof callback };
    this.shared.kept.set(name, typeof dup === 'function' ? dup.call(callback) : callback);
  }

  /** Keeps a function under the name `plain`, without telling the library. */
  keepPlainly(callback: (payload: unknown) => unknown): void {
    this.shared.kept.set('plain', callback);
  }

  /**
   * The payloads that are published under a name, for libraries whose clients listen by a stream. No client can call
   * this. Each payload is held for each client until it is read.
   */
  async *listen(name: string, signal: AbortSignal | undefined): AsyncGenerator<unknown, void> {
    const { kept } = this.shared;
    const unread: unknown[] = [];
    let bytes = 0;
    let wake = Promise.withResolvers<void>();
    signal?.addEventListener('abort', () => wake.resolve());
    this.ensureRoom(this.shared.listening);
    const take = (payload: unknown) => {
      const weight = weigh(payload);
      unread.push(payload);
      bytes += weight;
      this.holdBytes(weight);
      wake.resolve();
    };
    this.subscribe(name, take);
    this.shared.listening += 1;
    try {
      while (signal?.aborted !== true) {
        await wake.promise;
        wake = Promise.withResolvers();
        while (unread.length > 0) {
          yield unread[0];
          // A client that asks for the next payload has taken this one.
          const weight = weigh(unread.shift());
          bytes -= weight;
          this.holdBytes(-weight);
        }
      }
    } finally {
      this.shared.listening -= 1;
      this.holdBytes(-bytes);
      // A later client may have taken the name over.
      if (kept.get(name) === take) kept.delete(name);
    }
  }

  /** Calls the function that is kept under a name. @returns false if there is none */
  async publish(name: string, payload: unknown): Promise<boolean> {
    const callback = this.shared.kept.get(name);
    await this.ask('publish', 1, () => callback?.(payload));
    return callback !== undefined;
  }

  /** Calls every function that is kept. @returns how many there are */
  async publishAll(payload: unknown): Promise<number> {
    const callbacks = [...this.shared.kept.values()];
    // Each client gets a text of its own.
    this.host.budget.answer(callbacks.length * Math.max(limits.callbacks.bytes, weigh(payload)));
    await this.ask('publishAll', callbacks.length, () =>
      Promise.all(callbacks.map((callback) => callback(payload))),
    );
    return callbacks.length;
  }

  /** Asks the client’s own interface. */
  async askClient(): Promise<unknown> {
    const { client } = this;
    if (client === undefined) throw new Error('client: got none that can be asked');
    return this.ask('askClient', 1, () => client.clientName());
  }

  /** Answers once anybody has called {@link release} with the same key. */
  hold(key: string): Promise<string> {
    this.ensureRoom(this.shared.waits.keys.length);
    return this.shared.waits.hold(key).finally(this.host.budget.wait(this.holdBytes));
  }

  release(key: string): boolean {
    return this.shared.waits.release(key);
  }

  /** The key of each call that waits. */
  waiting(): string[] {
    return this.shared.waits.keys;
  }

  /** A text that changes with each life of the object. */
  life(): string {
    return this.shared.life;
  }

  /** How many of the object's sockets hibernate. */
  hibernatingSockets(): number {
    return this.host.hibernatingSockets();
  }

  /** Sends a payload to one client that did not ask for it. @returns how many sockets it went to */
  announce(clientId: string, payload: unknown): Promise<number> {
    return this.host.announce(clientId, payload);
  }

  /** The account of the token `sesame`. Any other token throws. */
  authenticate(token: string): TokenAccount {
    if (token !== 'sesame') throw new Error('token: got one that opens nothing');
    return new TokenAccount();
  }

  /** A cursor of another Durable Object, by the RPC of Workers. */
  nativeCursor(): Promise<Pick<Cursor, 'advance'>> {
    return this.host.nativeCursor();
  }

  /** Counts from `after + 1` to `count`, at most forty numbers a second. */
  numbers(count: number, after = 0): ReadableStream<number> {
    const { numbers } = this.shared;
    this.ensureRoom(numbers.size);
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
          this.shared.stopped += 1;
        },
      },
      { highWaterMark: 0 },
    );
    numbers.add(stream);
    return stream;
  }

  /** How many streams of numbers were cancelled before their end. */
  stopped(): number {
    return this.shared.stopped;
  }

  /** Calls a function with each item, and waits for each answer. */
  async flowTo(shape: Shape, take: (item: string) => unknown): Promise<void> {
    for await (const item of this.shared.streams.down(shape)) await take(item);
  }

  /** @param held how many the object has already: calls that wait, functions, clients that listen, or streams */
  private ensureRoom(held: number): void {
    const { mostHeld } = this.host;
    if (held >= mostHeld) throw new RangeError(`got one more, expected ${mostHeld} at most`);
  }
}
