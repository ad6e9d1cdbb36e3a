/**
 * The process that measures. Contestants run in it: what they print goes to its stdout, which is no document’s;
 * what they throw unseen is said and ends nothing; what they leave running ends with it.
 */
import { inspect } from 'node:util';
import { messageOf } from '../../bench-client/failure.ts';
import { EXIT_FAILURE, MissingProgram, readArgs, say, UsageError } from '../shared/args.ts';
import { readFolders } from './folders/options.ts';
import type { Answer, Failed, Task } from './measuring.ts';
import { measureCommand } from './options.ts';
import { originOfError } from './outside/contestant.ts';
import { readCommand } from './read-options.ts';
import { runFolders, runStudy } from './run.ts';
import '../shared/identify.ts';
import { bypassLoopback } from '../shared/network/environment-proxy.ts';

const answer = (message: Answer): void => {
  process.send?.(message, undefined, undefined, () => process.exit());
};

function failureOf(error: unknown): Failed {
  const kind =
    error instanceof UsageError ? 'usage' : error instanceof MissingProgram ? 'missing' : 'other';
  return {
    failed: error instanceof Error ? error.message : String(error),
    kind,
    details: inspect(error),
  };
}

process.on('unhandledRejection', (reason) => {
  say(
    `${originOfError(reason) ?? 'Something that was measured'} left a rejection unhandled: ${messageOf(reason)}`,
  );
});
process.on('uncaughtException', (error) => {
  const folder = originOfError(error);
  if (folder === undefined) answer(failureOf(error));
  else say(`${folder} threw where nobody catches it: ${messageOf(error)}`);
});
process.on('disconnect', () => process.exit(EXIT_FAILURE));

const stop = new AbortController();
let begun = false;
process.on('message', (message) => {
  if (begun) stop.abort();
  else {
    begun = true;
    const task = message as Task;
    measure(task).then(answer, (error: unknown) => answer(failureOf(error)));
  }
});

async function measure({ argv, root, isTTY }: Task): Promise<Answer> {
  // Its stderr is a pipe to a process that may write to a terminal.
  process.stderr.isTTY = isTTY;
  bypassLoopback();
  const args = readArgs(measureCommand, argv);
  if (args === 'help') throw new UsageError('--help: got it where a run is measured');
  const folders = readFolders(args);
  return folders === undefined
    ? runStudy(await readCommand(args, root), root, stop.signal)
    : runFolders(folders, root, stop.signal);
}
