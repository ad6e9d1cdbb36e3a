import type { ProbeMethods } from './methods.ts';

/** What is published under a name, for systems whose calls answer with streams, until one gives up. */
export async function* heard(
  service: Pick<ProbeMethods, 'subscribe'>,
  name: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<unknown, void> {
  const waiting: unknown[] = [];
  let wake = Promise.withResolvers<void>();
  signal?.addEventListener('abort', () => wake.resolve());
  service.subscribe(name, (payload) => {
    waiting.push(payload);
    wake.resolve();
  });
  while (signal?.aborted !== true) {
    await wake.promise;
    wake = Promise.withResolvers();
    yield* waiting.splice(0);
  }
}

/** The numbers of the service as a stream that a generator gives on. */
export async function* counted(
  service: Pick<ProbeMethods, 'numbers'>,
  count: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<number, void> {
  const reader = service.numbers(count).getReader();
  signal?.addEventListener('abort', () => void reader.cancel());
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}
