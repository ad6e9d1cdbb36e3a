import type { Connection } from '../../core/plan/index.ts';
import type { Received, Shape } from './items.ts';
import type { Called } from './objects.ts';

/** The operations that studies measure. Every client offers them in its library’s own idiom. */
export interface Api {
  /** Adds a safe integer to the counter. Resolves to the new value. */
  increment(amount: number): Promise<number>;
  /** Resolves to the counter's value. A fresh object starts at 0. */
  getValue(): Promise<number>;
  /** Sets the counter back to 0. Resolves to 0. */
  reset(): Promise<number>;
  /** Resolves to the given value, as far as the library can carry it. */
  echo<Value>(value: Value): Promise<Value>;
  /** Resolves to the sum of two safe integers. The counter stays as it is. */
  add(a: number, b: number): Promise<number>;
  /** Makes three calls: a cursor, its next, its position. Resolves to 1. Takes one round trip with pipelining, else three. */
  chain(): Promise<number>;
  /**
   * Calls `add(increment(1), increment(1))`. Resolves to the sum of the counter’s two new values. Takes one round trip
   * if a call can be an argument, else two.
   */
  nested(): Promise<number>;
  /**
   * Resolves to the names of ten ids, from `first` on. Takes one round trip if the library can map a list before it
   * arrives, else two.
   */
  mapped(first: number): Promise<string[]>;
  /** Has the server call a function with each number below `count` at once. Resolves to the sum of its answers. */
  calledBack(count: number, call: Called): Promise<number>;
  /** Resolves to the length of a text in UTF-16 units. */
  upload(text: string): Promise<number>;
  /** Resolves to `length` characters of a text of words, at most 1,048,576. Each call gets another part. */
  download(length: number): Promise<string>;
  /** Always rejects: the server throws the RangeError `fail: as asked`, with a cause and an own field `code` of 7. */
  fail(): Promise<never>;
  /** Makes the other end send a stream. Resolves at its end, to the items that were read. */
  down(shape: Shape): Promise<Received>;
  /** Sends a stream. Resolves at its end, to the items that the other end has read. */
  up(shape: Shape): Promise<Received>;
  /** Items that the other end has sent and read so far. */
  passed(): Promise<number>;
}

/** The operations of streams, for any other end. */
export type StreamOperations = Pick<Api, 'down' | 'up' | 'passed'>;

/** A connection of one arm, as the `open` of its library’s `client.ts` makes it. */
export type Client = Connection<Api>;

/** Calls a method of a library’s remote object by its name. */
export function callMethod(remote: object, method: string, args: readonly unknown[]) {
  return (Reflect.get(remote, method) as (...given: readonly unknown[]) => Promise<never>)(...args);
}

/** Streams of a client that has none. A plan leaves them out, and a call says why. */
export const noStreams = (): Pick<Api, 'down' | 'up'> => {
  const refuse = (way: string) => (): Promise<never> =>
    Promise.reject(new Error(`${way}: got a stream, expected none: this way has none ${way}`));
  return { down: refuse('down'), up: refuse('up') };
};

/**
 * The operations of a library that waits for the result of one call before it makes the next of it.
 *
 * @param call calls a method of the service by its name
 * @param own operations that the library makes in another way; it has no streams unless given
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
      const increments = [call('increment', [1]), call('increment', [1])];
      return call('add', await Promise.all(increments));
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
