import { expect, it } from 'vitest';
import { analyse } from '../../harness/statistics/index.ts';
import { findingOf } from '../../report/finding.ts';
import { recordFor, study } from '../../report/testing/study.ts';
import { spaced } from '../../report/table.ts';
import { factsText } from './words.ts';

const record = recordFor(20);
const finding = findingOf(record, analyse(record, study), 'complete');

it('says how long a run was and where it ran', () => {
  expect(spaced(factsText(finding))).toMatch(
    /^1 workload · \d+ rounds · about 20 s · Chromium 156 · workerd on a local/,
  );
  const stopped = { ...finding, end: 'cancelled' as const, tookMs: 7000 };
  stopped.plan = { ...stopped.plan, rounds: undefined, budgetMs: 60_000 };
  expect(spaced(factsText(stopped))).toMatch(/^1 workload · about 7 s · not finished · Chromium/);
  expect(spaced(factsText({ ...stopped, tookMs: undefined }))).toContain('about 60 s');
});
