import type { World } from '../harness/run/index.ts';

/** Clock, timers, ids, sockets and requests of the runtime this is in: Node, a page, its worker. */
export function runtimeWorld(): World {
  return {
    now: () => performance.now(),
    after(delayMs, callback) {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
    freshObject: () => crypto.randomUUID(),
    WebSocketClass: WebSocket,
    fetch: (...request) => fetch(...request),
  };
}

/**
 * Waits for what `start` resolves or rejects, or rejects with the signal's reason.
 *
 * @param start begins what is waited for; returns what undoes it, called however the wait ends
 */
export async function abortable<Value>(
  signal: AbortSignal,
  start: (
    resolve: (value: Value | PromiseLike<Value>) => void,
    reject: (reason: unknown) => void,
  ) => () => unknown,
): Promise<Value> {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const undo = start(resolve, reject);
  if (signal.aborted) onAbort();
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
    undo();
  }
}
