/** Guards the command against measured code in its own process, which may print, throw or exit. */
import { messageOf } from '../../../wire/bench-client/failure.ts';
import { EXIT_FAILURE, say } from '../../shared/args.ts';

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

interface Guard extends Disposable {
  /** Prints a result on stdout. Resolves once a pipe has taken all of it: the process may be about to end. */
  print: (text: string) => Promise<void>;
}

/**
 * Keeps stdout for the results: everything else goes to stderr. An uncaught exception is reported, and does
 * not end the run.
 */
export function guardProcess(): Guard {
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
    print: (text) =>
      new Promise((resolve, reject) => {
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
