import { expect, it } from 'vitest';
import { entryIds, readEntry, recordFinder } from '../cli/claims/read.ts';
import { analyse } from '../harness/statistics/index.ts';
import { findOutline } from '../studies/outlines.ts';
import { isTooNoisy } from './noise.ts';
import { type MeasuredRun, runName } from './runs.ts';

const root = process.cwd();
const find = recordFinder(root);

async function measuredEntry(id: string) {
  const entry = await readEntry(root, id);
  const study = findOutline(entry.study);
  const runs = await Promise.all(
    entry.records.map(async (id): Promise<MeasuredRun[]> => {
      const record = await find(id);
      if (record?.kind !== 'measured') return [];
      return [{ id, record, name: runName(record), analysis: analyse(record, study) }];
    }),
  );
  return { id, study, runs: runs.flat() };
}

it.each([
  ['call-delay/2026-11-22-which-part-is-slow', true],
  ['call-delay/2026-11-22-the-published-packages', false],
  ['lumenize-vs-capnweb/2026-11-22-the-published-library', false],
  // Only quoted: there is no control that could be wide.
  ['call-delay/local-batches', false],
])('%s is too noisy for an answer: %s', async (id, expected) => {
  expect(isTooNoisy(await measuredEntry(id))).toBe(expected);
});

it('leaves an answer to each study', async () => {
  const entries = await Promise.all((await entryIds(root)).map(measuredEntry));
  const quiet = entries.filter((entry) => entry.runs.length > 0 && !isTooNoisy(entry));
  const all = new Set(entries.map(({ study }) => study.id));
  expect(new Set(quiet.map(({ study }) => study.id))).toEqual(all);
});
