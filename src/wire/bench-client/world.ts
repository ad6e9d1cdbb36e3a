import type { Ends } from '../../core/plan/index.ts';
import type { World } from '../../core/run/index.ts';
import type { BenchFailure } from './failure.ts';

/** A world that reaches a bench. */
export interface BenchWorld extends World<BenchFailure> {
  ends: Ends & { origin: string };
}

/** Clock, timers and ids of this runtime: Node, Bun, Deno, a page or its worker. It reaches no bench. */
export function timersHere(): World<never> {
  // Looked up once, because in a page the lookup takes as long as reading the time.
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

/** The same, and the bench at an origin, which the runtime’s sockets and requests reach. */
export function runtimeWorld(origin: string): BenchWorld {
  return { ...timersHere(), protocolTo: protocolsHere(), ends: { origin } };
}

/** Reads the version of HTTP of the requests to an object. Node keeps none; browsers, that of origins that allow it. */
function protocolsHere(): (object: string) => string | undefined {
  const seen = new Map<string, string>();
  return (object) => {
    for (const entry of performance.getEntriesByType('resource')) {
      const { name, nextHopProtocol } = entry as PerformanceResourceTiming;
      if (nextHopProtocol) seen.set(name.replace(/\?.*/, ''), nextHopProtocol);
    }
    // A runtime keeps a few hundred entries and drops later ones.
    performance.clearResourceTimings();
    return [...seen].find(([address]) => address.includes(object))?.[1];
  };
}

/**
 * Waits until `start` calls back, or rejects with the signal's reason.
 *
 * @param start begins the wait; returns its clean-up, called however the wait ends
 */
export async function abortable(
  signal: AbortSignal,
  start: (resolve: () => void) => () => unknown,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const undo = start(resolve);
  if (signal.aborted) onAbort();
  try {
    await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
    undo();
  }
}
