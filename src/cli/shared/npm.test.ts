/** What npm is told by a supervisor, a closed terminal or the system's killer reaches all that it started. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { allCases } from '../../testing/all-cases.ts';
import { eventually } from '../../testing/eventually.ts';
import { scratchFolder, writeFiles } from './testing/scratch.ts';
import { childrenOf, expectGone, spawnProgram } from './testing/spawn-cli.ts';

/** A test that waits, and has started a process that waits as well. */
const WAITS = `import { spawn } from 'node:child_process';
it('waits', () => new Promise(() => void spawn('sleep', ['1000'])), 1e6);`;

const scratch = scratchFolder(afterAll);
writeFiles(scratch, { 'waits.test.js': WAITS });

/** Starts npm, and waits until a process of its own has this command. */
async function npm(args: readonly string[], last: RegExp): Promise<ChildProcess> {
  const { child } = spawnProgram('npm', args);
  onTestFinished(() => void child.kill('SIGKILL'));
  await eventually(async () => expect(await childrenOf(child.pid, last)).not.toEqual([]));
  return child;
}

const MEASURES = ['run', 'measure', '--', 'lumenize-vs-capnweb', '--workloads', 'get-value'];
const tests = () => npm(['test', '--', 'units', '--globals', '--root', scratch], /^sleep 1000/);
const measures = () => npm([...MEASURES, '--time', '600'], /workerd serve/);

// npm hands SIGTERM and SIGINT on, and neither of the others. By day one is told that nothing hands on.
const signals = { SIGKILL: measures, SIGTERM: tests, SIGINT: measures, SIGHUP: tests };
const some = Object.entries(signals).slice(0, allCases ? undefined : 1);

it.each(some)('ends with npm by %s', async (name, start) => {
  const child = await start();
  const started = await childrenOf(child.pid, /./);
  const ended = once(child, 'exit');
  child.kill(name as NodeJS.Signals);
  await ended;
  await expectGone(started);
});
