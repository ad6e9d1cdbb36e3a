/**
 * Guards the command against measured code in its own process, which may print, throw or exit, and against code
 * that loops, which never sees a signal.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { messageOf } from '../../../wire/bench-client/failure.ts';
import { EXIT_FAILURE, say } from '../../shared/args.ts';
import { EXIT_INTERRUPTED, endWithThis } from '../../shared/process-end.ts';

/** Folders of libraries, by those that their modules were bundled to. */
const bundled = new Map<string, string>();

/** Names a library’s folder in errors of its bundle. */
export const nameErrorsOf = (folder: string, directory: string): void =>
  void bundled.set(directory, folder);

/** The library whose code made an error, by its folder, if that is known. */
function originOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const known = [...bundled].find(([directory]) => stack.includes(directory));
  return known?.[1] ?? 'Something that was measured';
}

/**
 * Keeps stdout for the results: everything else goes to stderr. An uncaught exception is reported, and does
 * not end the run.
 */
export function guardProcess() {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  const told = new Set<string>();
  const tell = (what: string) => (error: unknown) => {
    const text = `${originOf(error)} ${what}: ${messageOf(error)}`;
    // Each session may end with the same one.
    if (!told.has(text)) say(text);
    told.add(text);
  };
  const onRejection = tell('left a rejection unhandled');
  const onException = tell('threw where nobody catches it');
  const onExit = (code: number) => {
    if (code !== 0) return;
    say('Something that was measured ended the process before the run was over.');
    process.exitCode = EXIT_FAILURE;
  };
  process.on('unhandledRejection', onRejection).on('uncaughtException', onException);
  process.on('exit', onExit);
  return {
    /** Prints a result. Resolves once a pipe has taken all of it: the process may be about to end. */
    print: (text: string) =>
      new Promise<void>((resolve, reject) => {
        const done = (error?: Error | null) => (error ? reject(error) : resolve());
        write(text, 'utf8', done);
      }),
    [Symbol.dispose]() {
      stdout.write = write;
      process.off('unhandledRejection', onRejection).off('uncaughtException', onException);
      process.off('exit', onExit);
    },
  };
}

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
