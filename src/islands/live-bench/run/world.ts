import type { World } from '../../../harness/world.ts';

/** Clock, timers, ids and requests of the thread this runs on: the page’s or a worker’s. */
export function threadWorld(): Pick<World, 'now' | 'after' | 'freshObject' | 'fetch'> {
  return {
    now: () => performance.now(),
    after(delayMs, callback) {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
    freshObject: () => crypto.randomUUID(),
    fetch: (...request) => fetch(...request),
  };
}

/** Resolves after a delay in ms, or rejects with the signal's reason. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
