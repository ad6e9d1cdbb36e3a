import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Exit code of a process that Ctrl-C ended. */
export const EXIT_INTERRUPTED = 130;

/**
 * Within this many ms a further signal is the same Ctrl-C: the terminal sends it to everyone, and
 * npm and tsx pass theirs on as well.
 */
const SAME_PRESS_MS = 500;

export interface Interrupt {
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

/** Resolves at the first Ctrl-C; a second one ends the process at once. */
export function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => void catchInterrupt(resolve));
}

/** How often npm is looked for, in ms. */
const LOOK_MS = 500;

/**
 * Aborts when the npm that runs this script is gone, or the shell between them: SIGKILL tells nobody,
 * and whoever sends it to npm means what npm started. Never, where npm does not run this.
 */
export async function whenNpmIsKilled(): Promise<AbortSignal> {
  const gone = new AbortController();
  if (process.env['npm_lifecycle_event'] === undefined || process.platform === 'win32') {
    return gone.signal;
  }
  const parent = process.ppid;
  const above = await parentOf(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && (above === undefined || isRunning(above))) return;
    clearInterval(timer);
    gone.abort();
  }, LOOK_MS);
  timer.unref();
  return gone.signal;
}

async function parentOf(pid: number): Promise<number | undefined> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'ppid=', '-p', String(pid)]);
  const parent = Number(stdout);
  // The first process is no npm: the script was left behind already, or runs in a container of its own.
  return parent > 1 ? parent : undefined;
}

/** Whether there is such a process; a signal that is not allowed meets one. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
