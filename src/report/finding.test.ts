import { expect, it } from 'vitest';
import { CONTROL } from '../harness/record/index.ts';
import { analyse } from '../harness/statistics/index.ts';
import { findingOf, QUANTILES } from './finding.ts';
import { recordFor, study } from './testing/study.ts';

const record = recordFor(20);
const analysis = analyse(record, study);
const finding = findingOf(record, analysis, 'complete');

it('holds every arm’s ratio to the reference with its interval and verdict', () => {
  const [work] = finding.workloads;
  expect(work?.ratios.map(({ arm }) => arm)).toEqual(['one/in-memory', 'raw/in-memory', CONTROL]);
  const [one] = work?.ratios ?? [];
  expect(one).toMatchObject({ verdict: 'slower', level: 0.95 });
  expect(one?.low).toBeLessThan(1.5);
  expect(one?.high).toBeGreaterThan(1.5);
});

it('holds every arm’s median and the quantiles of its samples, in ms', () => {
  const raw = finding.workloads[0]?.arms.find(({ arm }) => arm === 'raw/in-memory');
  expect(raw?.median).toBeCloseTo(1, 2);
  expect(raw?.quantiles).toHaveLength(QUANTILES.length);
  expect(raw?.quantiles).toEqual([...(raw?.quantiles ?? [])].sort((a, b) => a - b));
});

it('is plain data: as JSON it is the same', () => {
  expect(JSON.parse(JSON.stringify(finding))).toEqual(finding);
});
