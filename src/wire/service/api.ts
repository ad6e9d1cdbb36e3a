import type { Connection } from '../../core/plan/index.ts';
import type { Received, Shape } from './items.ts';
import type { Called } from './objects.ts';

/** The operations that studies measure, which every client offers in its library’s own idiom. */
export interface Api {
  /** Adds a safe integer to the counter and resolves to the new value. */
  increment(amount: number): Promise<number>;
  /** Resolves to the counter's value; a fresh object starts at 0. */
  getValue(): Promise<number>;
  /** Sets the counter back to 0 and resolves to 0. */
  reset(): Promise<number>;
  /** Resolves to the value it was given, with whatever of it the library can carry. */
  echo<Value>(value: Value): Promise<Value>;
  /** Resolves to the sum of two safe integers; the counter stays as it is. */
  add(a: number, b: number): Promise<number>;
  /**
   * Three calls of which each needs the one before: a cursor, its next, its position. Resolves to
   * 1. One round trip where the library can pipeline, else three.
   */
  chain(): Promise<number>;
  /**
   * `add(increment(1), increment(1))`: a call that takes the results of two. Resolves to the sum of
   * the counter's two new values. One round trip where a call can be an argument, else two.
   */
  nested(): Promise<number>;
  /**
   * Resolves to the names of ten items: a list of ids from `first` on is fetched, and a name for each
   * of them. One round trip where a call can be made for each item of a list that is still to come,
   * else two: the list, then all names at once.
   */
  mapped(first: number): Promise<string[]>;
  /**
   * Has the server call a function of the client with each number below `count`, all at once, and
   * resolves to the sum of its answers, which are safe integers. The count is at most 100.
   */
  calledBack(count: number, call: Called): Promise<number>;
  /** Resolves to the length of a text in UTF-16 units. */
  upload(text: string): Promise<number>;
  /**
   * Resolves to `length` characters of a text of words: to its beginning, then each time to another
   * part. The length is at most 1,048,576.
   */
  download(length: number): Promise<string>;
  /**
   * Always rejects: the server throws a RangeError with the message `fail: as asked`, a cause with
   * the message `fail: the cause`, and an own field `code` of 7.
   */
  fail(): Promise<never>;
  /** Has the other end send a stream; resolves once it has ended, to what was read of it. */
  down(shape: Shape): Promise<Received>;
  /** Sends a stream; resolves to what the other end read of it, once that has ended. */
  up(shape: Shape): Promise<Received>;
  /** Items that the other end has sent and read so far. */
  passed(): Promise<number>;
}

/** The operations of streams, wherever their other end is. */
export type StreamOperations = Pick<Api, 'down' | 'up' | 'passed'>;

/** A connection of one arm, as the `open` of its library’s `client.ts` makes it. */
export type Client = Connection<Api>;

/** Calls a method of what a library makes of the remote service, by its name. */
export function callMethod(remote: object, method: string, args: readonly unknown[]) {
  return (Reflect.get(remote, method) as (...given: readonly unknown[]) => Promise<never>)(...args);
}

/** Streams, for a client that has none: a plan leaves them out, and whoever asks learns why. */
export const noStreams = (): Pick<Api, 'down' | 'up'> => {
  const refuse = (way: string) => (): Promise<never> =>
    Promise.reject(new Error(`${way}: got a stream, expected none: this way has none ${way}`));
  return { down: refuse('down'), up: refuse('up') };
};

/**
 * The operations of a library that waits for the result of one call before it makes the next of it.
 *
 * @param call calls a method of the service by its name
 * @param own the operations that the library has another way for; it has no streams unless given
 */
export function plainApi(
  call: (method: string, args: readonly unknown[]) => Promise<never>,
  own: Partial<Api> = {},
): Api {
  return {
    increment: (amount) => call('increment', [amount]),
    getValue: () => call('getValue', []),
    reset: () => call('reset', []),
    echo: (value) => call('echo', [value]),
    add: (a, b) => call('add', [a, b]),
    upload: (text) => call('upload', [text]),
    download: (length) => call('download', [length]),
    fail: () => call('fail', []),
    async chain() {
      const next = await call('cursorNext', [await call('cursorStart', [])]);
      return call('cursorPosition', [next]);
    },
    async nested() {
      const [first, second] = [call('increment', [1]), call('increment', [1])];
      return call('add', await Promise.all([first, second]));
    },
    async mapped(first) {
      const ids: number[] = await call('ids', [first]);
      return Promise.all(ids.map((id) => call('nameOf', [id])));
    },
    calledBack: (count, called) => call('calledBack', [count, called]),
    passed: () => call('passed', []),
    ...noStreams(),
    ...own,
  };
}
