import { expect, it } from 'vitest';
import { analyse } from '../../harness/statistics/index.ts';
import { findingOf } from '../../report/finding.ts';
import { recordFor, study } from '../../report/testing/study.ts';
import { spaced } from '../../report/table.ts';
import { answerText, countText, factsText } from './words.ts';

const record = recordFor(20);
const finding = findingOf(record, analyse(record, study), 'complete');

it('gives the answer of a single workload as its own sentence', () => {
  expect(answerText(study, finding)).toMatch(
    /^“4 calls \| in a row”: .* · One\s3\.00? \(1\.50×, .*\)\.$/,
  );
});

it('says so where there is no ratio', () => {
  expect(answerText(study, { ...finding, workloads: [] })).toContain('no ratio');
});

it('says how long a run was and where it ran', () => {
  expect(spaced(factsText(finding))).toMatch(
    /^1 workload · \d+ rounds · about 20 s · Chromium 156 · workerd on a local/,
  );
  const stopped = { ...finding, end: 'cancelled' as const, tookMs: 7000 };
  stopped.plan = { ...stopped.plan, rounds: undefined, budgetMs: 60_000 };
  expect(spaced(factsText(stopped))).toMatch(/^1 workload · about 7 s · not finished · Chromium/);
  expect(spaced(factsText({ ...stopped, tookMs: undefined }))).toContain('about 60 s');
  expect(countText(1, 100)).toMatch(/^1 result is kept/);
  expect(countText(2, 100)).toMatch(/^2 results are kept/);
});
