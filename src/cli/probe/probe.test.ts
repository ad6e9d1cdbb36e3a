/** Probes as CI runs them: a recorded result must be what comes out again. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { askAll, type Job } from '../../matrix/questions/ask.ts';
import { allProbes } from '../../matrix/questions/groups.ts';
import { readRecorded, RECORDED, type RecordedResult } from '../../matrix/questions/recorded.ts';
import { probedSystems } from '../../libraries/systems/index.ts';
import { scratchFolder } from '../shared/testing/scratch.ts';
import { runCli } from '../shared/testing/spawn-cli.ts';
import { run } from './index.ts';

const recorded = readRecorded(readFileSync(RECORDED, 'utf8'));

/** A file of recorded results. */
function fileOf(results: readonly RecordedResult[]): string {
  const file = join(scratchFolder(), 'results.json');
  writeFileSync(file, JSON.stringify({ ...recorded, results }));
  return file;
}

it('has a recorded result for each question and system', () => {
  expect(new Set(allProbes.map(({ id }) => id)).size).toBe(allProbes.length);
  expect(allProbes.length).toBeGreaterThanOrEqual(90);
  expect(recorded.results).toHaveLength(allProbes.length * probedSystems.length);
});

it('fails and names the one result, and the known issue, that are no longer the recorded ones', async () => {
  const results = recorded.results.map((each) =>
    each.probe === 'values-map' && each.system === 'capnweb'
      ? { ...each, result: 'pass' as const }
      : each,
  );
  const file = fileOf(results);
  const asked = ['--probe', 'values-map', '--recorded', file, '--json'];
  const { code, stdout, stderr } = await runCli(run, asked);
  expect([code, stderr.trim().split('\n')]).toEqual([
    1,
    [
      'Not as recorded:',
      'values-map of capnweb: recorded as pass, now fail',
      'cloudflare/capnweb#230 of capnweb: recorded as mended in our version, now still so',
    ],
  ]);
  expect(JSON.parse(stdout)).toHaveProperty(
    'issues',
    expect.arrayContaining([
      {
        report: 'cloudflare/capnweb#230',
        system: 'capnweb',
        question: 'values-map',
        state: 'still so',
        was: 'mended in our version',
      },
    ]),
  );
});

it('records the answers of one library, and keeps all others', async () => {
  const isAsked = ({ probe, system }: RecordedResult) =>
    probe === 'values-map' && system === 'hono';
  const results = recorded.results.filter((each) => !isAsked(each));
  const file = fileOf(results);
  const asked = ['--probe', 'values-map', '--system', 'hono', '--record', '--recorded', file];
  expect((await runCli(run, asked)).code).toBe(0);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(recorded);
});

it('asks all others where questions are broken, and names each', async () => {
  const probe = { id: 'made-up', group: 'values', question: 'Is it?', passes: 'It is.' };
  const jobs = ['hono', 'capnweb'].map((system) => ({ probe, system }));
  const nowhere = { origin: 'http://localhost:9' };
  const broken: string[] = [];
  const onBroken = (_: Job, { message }: Error) => void broken.push(message);
  expect(await askAll(jobs, { ...nowhere, onBroken })).toEqual([]);
  const why =
    'got no code, expected the question in src/matrix/questions/values.ts, ' +
    'or under own or skipped in its questions.ts';
  const found = ['capnweb', 'hono'].map((system) => `probe made-up of ${system}: ${why}`);
  expect(broken.toSorted()).toEqual(found);
  await expect(askAll(jobs, nowhere)).rejects.toThrow('probe made-up of hono: got no code');
});
