/** A process between the terminal and measured code: code that loops never sees a signal. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { EXIT_FAILURE, say } from '../../shared/args.ts';
import { EXIT_INTERRUPTED, endWithThis } from '../../shared/process-end.ts';

/** Set in the process that is watched. */
const WATCHED = 'ROUNDTRIP_WATCHED';
/** Grace after each signal, in ms. Ctrl-C leaves time for the record of what is complete. */
const TO_END_MS = { SIGINT: 10_000, SIGTERM: 3000, SIGHUP: 3000 };

/** Windows has neither process groups nor these signals. */
const isWatched = process.env[WATCHED] !== undefined || process.platform === 'win32';

export const namesFolder = (argv: readonly string[]): boolean =>
  argv.some((arg) => arg === '--system' || arg.startsWith('--system='));

/**
 * Runs this command in a process of its own, hands signals on, and ends the process where it does not end by
 * itself in time. Ends this process with its exit code; returns at once in that process.
 */
export async function supervise(): Promise<void> {
  if (isWatched) return;
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    env: { ...process.env, [WATCHED]: '1' },
    stdio: 'inherit',
    // The terminal sends Ctrl-C to its own group: here it is sent on, once.
    detached: true,
  });
  const release = child.pid === undefined ? undefined : endWithThis(-child.pid);
  const end = () => {
    say('What is measured does not stop: it was ended, and nothing of the run is kept.');
    child.kill('SIGKILL');
  };
  let late: NodeJS.Timeout | undefined;
  for (const [name, ms] of Object.entries(TO_END_MS)) {
    process.on(name, () => {
      child.kill(name as NodeJS.Signals);
      late ??= setTimeout(end, ms);
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(late);
  release?.();
  process.exit(code ?? (late === undefined ? EXIT_FAILURE : EXIT_INTERRUPTED));
}
