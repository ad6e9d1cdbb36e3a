import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ways } from '../../places/objects/list.ts';
import { allCounterArms } from '../../places/bench/counter-arms.ts';
import { readRecord } from '../../harness/record/index.ts';
import { readNights } from '../../report/nights.ts';
import { startBench } from '../shared/bench.ts';
import { runCli } from '../shared/testing/spawn-cli.ts';
import { run } from './index.ts';
import { runJobs } from './nightly.ts';

it('a night is asked, measured and kept', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'roundtrip-nights-'));
  const bench = await startBench({ root: process.cwd(), port: 0, vars: { COMMIT: 'abc' } });
  onTestFinished(async () => {
    await bench.stop();
    await rm(directory, { recursive: true });
  });
  const [history, record] = [join(directory, 'nights.json'), join(directory, 'record.json')];
  const flags = ['nightly', '--origin', bench.origin, '--history', history, '--quick', '--json'];
  const first = await runCli(run, [...flags, '--time', '1', '--record', record]);
  expect(first.code).toBe(0);
  const { night, alarms } = JSON.parse(first.stdout) as { night: unknown; alarms: unknown };
  // This bench has no pages: what a deployment must do besides does not hold.
  expect(night).toMatchObject({
    commit: 'abc',
    silent: [],
    arms: allCounterArms().length + ways.length,
    wrong: [expect.stringContaining('headers: /: got status 404, expected 200')],
    control: expect.anything() as unknown,
  });
  expect(alarms).toEqual([]);
  const kept = readRecord(await readFile(record, 'utf8'), record);
  expect(kept).toMatchObject({ kind: 'measured', environment: { commit: 'abc' } });
  expect(readNights(JSON.parse(await readFile(history, 'utf8')))).toEqual([night]);
});

it('goes on with the jobs of the night when one fails, and says which', async () => {
  const jobs = [
    ['wrong', ['bench', 'nowhere']],
    ['right', ['bench', '--help']],
  ] as const;
  const done = await runJobs(jobs);
  expect(done.map(({ job, ok }) => [job, ok])).toEqual([
    ['wrong', false],
    ['right', true],
  ]);
});
