import type { Recovery } from '../../../harness/world.ts';

/** Pauses between two questions, in ms: doubled from the first to the longest. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;
/** How long the bench is asked before it is given up, in ms. */
export const PATIENCE_MS = 60_000;

/** What asking again needs of its surroundings. */
export interface RecoverOptions {
  /** Resolves when the bench answers; otherwise rejects. */
  ask: () => Promise<unknown>;
  /** A reason to give up at once, read from the error of a question, if it is one. */
  final: (error: unknown) => string | undefined;
  pause: (ms: number) => Promise<void>;
  /** A monotonic clock, in ms. */
  now: () => number;
  signal: AbortSignal;
}

/** Asks with growing pauses whether the bench is back. */
export async function recover({
  ask,
  final,
  pause,
  now,
  signal,
}: RecoverOptions): Promise<Recovery> {
  const startedAt = now();
  let pauseMs = FIRST_PAUSE_MS;
  for (;;) {
    try {
      await ask();
      return { ready: true };
    } catch (error) {
      signal.throwIfAborted();
      const why = final(error);
      if (why !== undefined) return { ready: false, why };
    }
    if (now() - startedAt + pauseMs > PATIENCE_MS) {
      return { ready: false, why: 'no answer for a minute' };
    }
    await pause(pauseMs);
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }
}
