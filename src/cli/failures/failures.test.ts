import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { configurations, failures, isTried } from '../../matrix/failures/cases.ts';
import { readFailures } from '../../matrix/failures/record.ts';
import { allCases, usual } from '../../testing/all-cases.ts';
import { runCli, spawnCli } from '../shared/testing/spawn-cli.ts';
import { run } from './index.ts';

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'roundtrip-failures-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'record.json');
}

it('records a real reset: the library is told, and the call runs at most once', async () => {
  const file = scratch();
  // A socket without a library never works again, which is only known at the limit.
  const chosen = allCases
    ? ['--system', 'raw-websocket', '--failure', 'reset,end']
    : ['--system', usual.failures.systems.join(), '--failure', 'reset'];
  const args = [...chosen, '--repeats', '1', '--out', file];
  const { code, stdout, stderr } = await runCli(run, args);
  expect([code, stderr]).toEqual([0, expect.stringContaining('Reset')]);
  const record = readFailures(readFileSync(file, 'utf8'), file);
  expect(record.errors).toEqual([]);
  expect(record.trials.map(({ configuration }) => configuration)).toEqual(
    record.failures.flatMap(() => record.configurations),
  );
  for (const { pending, closedMs, runs } of record.trials) {
    expect(pending.how).toBe('rejected');
    expect(closedMs).toBeGreaterThanOrEqual(0);
    expect(runs).toBeLessThanOrEqual(1);
  }
  expect(stdout).toContain('Reset');
});

it.skipIf(!allCases)(
  'tries every failure on every configuration',
  async () => {
    const { code, stdout } = await runCli(run, ['--repeats', '1', '--seed', '1', '--json']);
    expect(code).toBe(0);
    const { trials } = readFailures(stdout, 'stdout');
    const tried = failures.flatMap((failure) =>
      configurations.filter((each) => isTried(failure, each)),
    );
    expect(trials).toHaveLength(tried.length);
  },
  1_800_000,
);

it('keeps what was complete when it is stopped', async () => {
  // Of one failure alone, since others may be complete before it begins.
  const args = ['--system', 'hono', '--failure', 'stop', '--repeats', '1', '--json'];
  const { child, says, ended } = spawnCli('bench', ['failures', ...args]);
  await says('Silent both ways');
  child.kill('SIGINT');
  const { code, stdout } = await ended;
  expect(code).toBe(130);
  expect(readFailures(stdout, 'stdout')).toMatchObject({ partial: true, trials: [] });
});

it.each([
  [['--system', 'grpc'], '--system: got "grpc", expected one of raw-websocket'],
  [['--failure', 'flood'], '--failure: got "flood", expected one of stop'],
  [['--repeats', '0'], '--repeats: got "0", expected a whole number from 1 to 100'],
])('refuses %s', async (args, message) => {
  const { code, stderr } = await runCli(run, args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

it('lists what it can do', async () => {
  const { stdout } = await runCli(run, ['--list']);
  for (const { id } of [...failures, ...configurations]) expect(stdout).toContain(`${id}: `);
});
