import { expect, it } from 'vitest';
import { measuredRun } from '../journal/testing/entries.ts';
import { analyse } from '../harness/statistics/index.ts';
import { findOutline } from '../studies/outlines.ts';
import { distributionOf } from './result-figures.ts';
import { type Finding, findingOf } from './finding.ts';
import { recordFor, study } from './testing/study.ts';

const record = recordFor(20);
const finding = findingOf(record, analyse(record, study), 'complete');

/** The finding with its arms' quantiles changed. */
function withQuantiles(change: (quantiles: number[], arm: string) => number[]): Finding {
  const changed = structuredClone(finding);
  for (const arm of changed.workloads.flatMap(({ arms }) => arms)) {
    arm.quantiles = change(arm.quantiles, arm.arm);
  }
  return changed;
}

it('has a row for each arm, the A/A control too, with what holds 98 %, 90 % and half', () => {
  const data = distributionOf(study, finding, 'work');
  expect(data?.title).toBe('How do the times of “4 calls | in a row” spread?');
  expect(data?.rows.map(({ label }) => label)).toEqual([
    'Raw',
    'One',
    'Other',
    'Other, A/A control',
  ]);
  const [raw] = data?.rows ?? [];
  const found = finding.workloads[0]?.arms[0];
  expect(raw).toMatchObject({ median: found?.median, low: found?.low, high: found?.high });
  const [p1, p5, , p25, , p75, , p95, p99] = found?.quantiles ?? [];
  expect(raw?.ranges).toEqual([
    { share: 0.98, low: p1, high: p99 },
    { share: 0.9, low: p5, high: p95 },
    { share: 0.5, low: p25, high: p75 },
  ]);
});

it('leaves out an arm without quantiles, and is nothing where none has them', () => {
  const some = withQuantiles((all, arm) => (arm === 'one/in-memory' ? [] : all));
  const labels = distributionOf(study, some, 'work')?.rows.map(({ label }) => label);
  expect(labels).toEqual(['Raw', 'Other', 'Other, A/A control']);
  expect(
    distributionOf(
      study,
      withQuantiles(() => []),
      'work',
    ),
  ).toBeUndefined();
  expect(distributionOf(study, finding, 'another')).toBeUndefined();
});

it('has the median of single calls, without another’s interval, where many are under way', () => {
  const { record: published, analysis } = measuredRun('2026-11-21-every-workload-turn-by-turn-1');
  const outline = findOutline('lumenize-vs-capnweb');
  const found = findingOf(published, analysis, 'complete');
  const rowsOf = (workload: string) => distributionOf(outline, found, workload)?.rows ?? [];
  const many = rowsOf('sustained-4');
  expect(many).toHaveLength(6);
  for (const { median, low, ranges } of many) {
    expect(low).toBeUndefined();
    expect(median).toBeGreaterThan(ranges[2]?.low ?? Infinity);
    expect(median).toBeLessThan(ranges[2]?.high ?? 0);
  }
  expect(rowsOf('increment').every(({ low }) => low !== undefined)).toBe(true);
});
