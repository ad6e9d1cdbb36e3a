import type { World } from '../harness/run/index.ts';
import type { Bench } from '../sockets/options.ts';
import type { BenchFailure } from './failure.ts';

/** A world that reaches a bench. */
export interface BenchWorld extends World<BenchFailure> {
  through: Bench;
}

/** Clock, timers and ids of the runtime this is in: Node, a page, its worker. It reaches nothing yet. */
export function timersHere(): World<never> {
  // Looked up once: in a page that takes as long as it takes to read it.
  const clock = performance;
  return {
    now: () => clock.now(),
    after(delayMs, callback) {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
    freshObject: () => crypto.randomUUID(),
  };
}

/**
 * The same, and a bench that the runtime’s sockets and requests reach.
 *
 * @param origin of the bench, without a trailing slash
 */
export function runtimeWorld(origin: string): BenchWorld {
  return {
    ...timersHere(),
    through: { origin, WebSocketClass: WebSocket, fetch: (...request) => fetch(...request) },
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
