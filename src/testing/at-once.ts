/**
 * Runs commands of a shell, each one argument: the one behind `--first`, then all others at the same time. Says what
 * is under way and how long each took. One that fails ends no other; the exit code is 1 then.
 */
import type { SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { catchInterrupt, startGroup } from '../cli/shared/process-end.ts';

const { signal } = catchInterrupt();

/** Runs a command, prints what it said once it has ended, and resolves to whether it ended well. */
async function passes(command: string): Promise<boolean> {
  const startedAt = performance.now();
  const options: SpawnOptions = { shell: true, stdio: ['ignore', 'pipe', 'pipe'] };
  const child = startGroup(command, [], options, signal);
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part: Buffer) => said.push(part));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  process.stdout.write(Buffer.concat(said));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stderr.write(`${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s: ${command}\n`);
  return code === 0;
}

const args = process.argv.slice(2);
const first = args[0] === '--first' ? args.slice(1, 2) : [];
const others = args.slice(first.length === 0 ? 0 : 2);
const failed: string[] = [];
for (const commands of [first, others]) {
  if (commands.length === 0) continue;
  process.stderr.write(`running: ${commands.join('; ')}\n`);
  const passed = await Promise.all(commands.map(passes));
  failed.push(...commands.filter((_, index) => passed[index] !== true));
}
if (failed.length > 0) {
  process.stderr.write(`\nFailed: ${failed.join('; ')}\n`);
  process.exitCode = 1;
}
