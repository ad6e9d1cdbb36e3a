/** The command’s half of a run: it is measured in a process of its own, which ends with this one. */
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Child } from '../../places/processes/child.ts';
import { MissingProgram, UsageError } from '../shared/args.ts';
import { endWithThis } from '../shared/process-end.ts';
import type { Compared } from './folders/comparison.ts';
import type { Measured } from './run.ts';

/** What the process is to do. Any later message stops it. */
export interface Task {
  argv: readonly string[];
  /** The checkout, or the folder of the package, whose code measures. */
  root: string;
  /** Whether what it says is seen on a terminal. */
  isTTY: boolean;
}

export interface Failed {
  failed: string;
  /** What kind of error it is, by which the command ends with another code. */
  kind: 'usage' | 'missing' | 'other';
  /** All that is known of it. */
  details: string;
}

/** What the process ends with: a run, two folders of which nothing differs, or why there is no run. */
export type Answer = Measured | Compared | Failed;

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));
/** TypeScript is read by the loader that the commands are started with; a package has none to read. */
const loader = CHILD.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [];

/**
 * Has a process measure what a command line asks for. What it and its contestants say goes to stderr.
 *
 * @throws UsageError, MissingProgram or Error as the process would have
 */
export async function measureElsewhere(
  { argv, root }: Pick<Task, 'argv' | 'root'>,
  signal: AbortSignal,
): Promise<Measured | Compared> {
  const child = new Child(
    { file: process.execPath, args: [...loader, CHILD] },
    {
      // A Ctrl-C in the terminal passes it by: it is told once what to stop.
      ...{ name: 'the process that measures', group: true, endWithThis, stdoutToo: true },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      onSaid: (text) => void process.stderr.write(text),
      words: () => '',
    },
  );
  const task: Task = { argv, root, isTTY: process.stderr.isTTY === true };
  const stop = () => void child.process.send({ stop: true }, () => undefined);
  try {
    const answered = once(child.process, 'message');
    child.process.send(task);
    signal.addEventListener('abort', stop, { once: true });
    const [answer] = (await child.before(answered)) as [Answer];
    if (!('failed' in answer)) return answer;
    throw errorOf(answer);
  } finally {
    signal.removeEventListener('abort', stop);
    await child.close();
  }
}

function errorOf({ failed, kind, details }: Failed): Error {
  if (kind === 'usage') return new UsageError(failed);
  if (kind === 'missing') return new MissingProgram(failed);
  return new Error(failed, { cause: details });
}
