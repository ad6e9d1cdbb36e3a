const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Exit code of a process that Ctrl-C ended. */
export const EXIT_INTERRUPTED = 130;

/**
 * Within this many ms a further signal is the same Ctrl-C: the terminal sends it to everyone, and
 * npm and tsx pass theirs on as well.
 */
const SAME_PRESS_MS = 500;

export interface Interrupt {
  /** Aborted by the first Ctrl-C. */
  signal: AbortSignal;
  /** Back to what signals do otherwise. */
  release(): void;
}

/** Turns the first Ctrl-C into an abort; a second one ends the process at once. */
export function catchInterrupt(onFirst: () => void): Interrupt {
  const controller = new AbortController();
  let firstAt: number | undefined;
  const onSignal = () => {
    const now = performance.now();
    if (firstAt === undefined) {
      firstAt = now;
      onFirst();
      controller.abort();
    } else if (now - firstAt > SAME_PRESS_MS) process.exit(EXIT_INTERRUPTED);
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  return {
    signal: controller.signal,
    release: () => SIGNALS.forEach((name) => process.removeListener(name, onSignal)),
  };
}

/**
 * Starts something that would end the process at Ctrl-C, and takes its listeners off again: what
 * was measured is to be written first. What it does when the process exits stays.
 */
export async function withoutItsSignals<Started>(start: () => Promise<Started>): Promise<Started> {
  const before = new Map(SIGNALS.map((name) => [name, new Set(process.listeners(name))]));
  const started = await start();
  for (const name of SIGNALS) {
    for (const listener of process.listeners(name)) {
      if (before.get(name)?.has(listener) === false) process.removeListener(name, listener);
    }
  }
  return started;
}

/** Resolves at the first Ctrl-C; a second one ends the process at once. */
export function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => void catchInterrupt(resolve));
}
