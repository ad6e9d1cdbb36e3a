import type { ServiceMethods } from './methods.ts';

/** Most streams of one object, and most payloads that one of them has not given on. */
const MOST_STREAMS = 100;
const MOST_WAITING = 16;

/** Streams that have not ended, by the service of their object. */
const streams = new WeakMap<object, number>();

/**
 * What is published under a name, for systems whose calls answer with streams, until one gives up.
 *
 * @throws RangeError where the object has too many already, or too much waits for a reader
 */
export async function* heard(
  service: Pick<ServiceMethods, 'subscribe'>,
  name: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<unknown, void> {
  const open = streams.get(service) ?? 0;
  if (open >= MOST_STREAMS) {
    throw new RangeError(`listen: got one more, expected at most ${MOST_STREAMS} in one object`);
  }
  streams.set(service, open + 1);
  const waiting: unknown[] = [];
  let wake = Promise.withResolvers<void>();
  signal?.addEventListener('abort', () => wake.resolve());
  service.subscribe(name, (payload) => {
    if (waiting.length <= MOST_WAITING) waiting.push(payload);
    wake.resolve();
  });
  try {
    while (signal?.aborted !== true) {
      await wake.promise;
      wake = Promise.withResolvers();
      if (waiting.length > MOST_WAITING) {
        throw new RangeError(`listen: got no reader, expected one for ${MOST_WAITING} payloads`);
      }
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) yield next;
    }
  } finally {
    streams.set(service, (streams.get(service) ?? 1) - 1);
  }
}

/** A stream of the service as a generator, which libraries give on. */
export async function* givenOn<Value>(
  stream: ReadableStream<Value>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Value, void> {
  const reader = stream.getReader();
  signal?.addEventListener('abort', () => void reader.cancel());
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

/** Longest that a call waits for its release, in ms: nothing may wait for ever in a public bench. */
export const LONGEST_WAIT_MS = 20_000;

/** Calls of one object that wait for the release of a key. Several may wait for the same. */
export class HeldCalls {
  readonly #waiting = new Set<{ key: string; letGo: () => void }>();

  get size(): number {
    return this.#waiting.size;
  }

  /** Key of each call that waits. */
  get keys(): string[] {
    return [...this.#waiting].map(({ key }) => key);
  }

  /** Resolves to the key once it is released; rejects when nobody has released it in time. */
  hold(key: string): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const call = { key, letGo: () => resolve(key) };
    this.#waiting.add(call);
    const timer = setTimeout(() => {
      reject(new Error(`hold: got no release of ${key} within ${LONGEST_WAIT_MS} ms`));
    }, LONGEST_WAIT_MS);
    return promise.finally(() => {
      clearTimeout(timer);
      this.#waiting.delete(call);
    });
  }

  /** Lets every call go that waits for a key; false where none does. */
  release(key: string): boolean {
    const calls = [...this.#waiting].filter((call) => call.key === key);
    for (const { letGo } of calls) letGo();
    return calls.length > 0;
  }
}
