import type { ProbeMethods } from '../../src/places/bench/probe-methods.ts';

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
  service: Pick<ProbeMethods, 'subscribe'>,
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
