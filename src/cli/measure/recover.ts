import type { WebSocketClass } from '../../harness/study.ts';
import type { Recovery, World } from '../../harness/world.ts';
import { askAbout } from './about.ts';

/** How long a bench is asked before it is given up, in ms: on this machine, and across a network. */
const LOCAL_MS = 4000;
const REMOTE_MS = 30_000;

/** Pauses between two questions, in ms: doubled from the first to the longest. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;

/** How long a bench at this origin is waited for, in ms. */
export function patienceMs(origin: string): number {
  const { hostname } = new URL(origin);
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname) ? LOCAL_MS : REMOTE_MS;
}

/**
 * Lets a run survive a lost bench: asks it, with growing pauses, until it answers and its limits
 * admit another connection. Gives up at once when they refuse it, because they count by the
 * minute, and otherwise when its patience is at an end.
 */
export function withRecovery(world: World, origins: readonly string[]): World {
  let newest: string | undefined;
  class NotingWebSocket extends world.WebSocketClass {
    constructor(url: string, protocols?: string | string[]) {
      newest = url;
      super(url, protocols);
    }
  }
  return {
    ...world,
    WebSocketClass: NotingWebSocket satisfies WebSocketClass,
    async recover(_arm, signal) {
      for (const origin of origins) {
        const recovery = await untilItAnswers(origin, world, signal);
        if (!recovery.ready) return recovery;
      }
      const why = newest === undefined ? undefined : await refusalAt(newest, signal);
      return why === undefined ? { ready: true } : { ready: false, why };
    },
  };
}

async function untilItAnswers(
  origin: string,
  world: World,
  signal: AbortSignal,
): Promise<Recovery> {
  const startedAt = world.now();
  const patience = patienceMs(origin);
  let pauseMs = FIRST_PAUSE_MS;
  for (;;) {
    try {
      await askAbout(origin, signal);
      return { ready: true };
    } catch (error) {
      signal.throwIfAborted();
      if (world.now() - startedAt + pauseMs > patience) {
        const why = error instanceof Error ? error.message : String(error);
        return { ready: false, why: `${why}, for ${patience / 1000} seconds` };
      }
    }
    await pause(pauseMs, world, signal);
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }
}

/** Why the bench's limits refuse a socket at this address; a plain GET of it tells. */
async function refusalAt(address: string, signal: AbortSignal): Promise<string | undefined> {
  const response = await fetch(address.replace(/^ws/, 'http'), { signal }).catch(() => undefined);
  signal.throwIfAborted();
  if (response?.status !== 429) return undefined;
  const body = (await response.json()) as { message?: string };
  return body.message ?? 'connections: refused as too many';
}

function pause(ms: number, world: World, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const onAbort = () => {
      cancel();
      reject(signal.reason as Error);
    };
    const cancel = world.after(ms, () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
