import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { configurations, failures, isTried } from '../../matrix/failures/cases.ts';
import { readFailures } from '../../matrix/failures/record.ts';
import { allCases, usual } from '../../testing/all-cases.ts';
import { scratchFolder } from '../shared/testing/scratch.ts';
import { runCli } from '../shared/testing/spawn-cli.ts';
import { run } from './index.ts';

it('records a real reset: the library is told, and the call runs at most once', async () => {
  const file = join(scratchFolder(), 'record.json');
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
