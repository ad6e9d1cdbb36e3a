import { expect, it } from 'vitest';
import { analyse } from '../harness/statistics/index.ts';
import { measuredRun } from '../journal/testing/entries.ts';
import { findOutline } from '../studies/outlines.ts';
import { type Finding, findingOf } from './finding.ts';
import { distributionOf, overTimeOf } from './result-figures.ts';
import { recordFor, study, withoutArm } from './testing/study.ts';

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

const SUBJECT = 'one/in-memory';

/** A record whose subject takes a per cent longer in each session. */
const drifting = recordFor(12, (turn, session) =>
  turn.arm === SUBJECT
    ? { ...turn, samplesUs: turn.samplesUs.map((us) => us * 1.01 ** session) }
    : turn,
);

it('has the subject’s ratio and the control’s in each session, in their order', () => {
  const data = overTimeOf(study, drifting, 'work');
  expect(data).toMatchObject({
    title: 'Did the ratio change during the run? “4 calls | in a row”',
    subject: { label: 'One', system: 'one' },
    control: { label: 'Other, A/A control', system: 'twin' },
    reference: 'Other',
  });
  const { subject, control } = data ?? {};
  expect(subject?.sessions.map(({ session }) => session)).toEqual(
    Array.from({ length: 12 }, (_, index) => index + 1),
  );
  const [first, last] = [subject?.sessions[0], subject?.sessions.at(-1)];
  // Each arm wobbles by up to a per cent.
  expect((last?.ratio ?? 0) / (first?.ratio ?? 1)).toBeGreaterThan(1.01 ** 11 / 1.04);
  for (const { ratio } of control?.sessions ?? []) expect(Math.abs(ratio - 1)).toBeLessThan(0.03);
  expect(control?.sessions).toHaveLength(12);
});

it('has the ratio of the whole run, with its interval where that has one', () => {
  const { record, analysis } = measuredRun('2026-11-21-the-same-calls-over-five-distances-1');
  if (!('sessions' in record)) throw new Error('got a record of blocks, expected one of sessions');
  const data = overTimeOf(findOutline('lumenize-vs-capnweb'), record, 'get-value');
  const whole = analysis.subjects.find(({ workload }) => workload === 'get-value')?.ratio;
  expect(data?.subject.sessions).toHaveLength(whole?.sessions ?? 0);
  expect(data?.subject).toMatchObject({
    ...{ ratio: whole?.estimate, low: whole?.interval?.low, high: whole?.interval?.high },
  });
  const short = overTimeOf(study, recordFor(3), 'work')?.subject;
  expect(short?.sessions).toHaveLength(3);
  expect(short?.low).toBeUndefined();
});

it('leaves out a session in which an arm was discarded', () => {
  const record = recordFor(5, (turn, session) =>
    turn.arm === SUBJECT && session === 2 ? { ...turn, void: 'error', detail: 'no answer' } : turn,
  );
  const { subject, control } = overTimeOf(study, record, 'work') ?? {};
  expect(subject?.sessions.map(({ session }) => session)).toEqual([1, 2, 4, 5]);
  expect(control?.sessions).toHaveLength(5);
});

it('is nothing where there is no ratio or a single session', () => {
  expect(overTimeOf(study, recordFor(1), 'work')).toBeUndefined();
  expect(overTimeOf(study, recordFor(5), 'another')).toBeUndefined();
  const [reference, subject] = ['other/in-memory', SUBJECT].map((arm) =>
    overTimeOf(study, withoutArm(recordFor(5), arm, 'It cannot.'), 'work'),
  );
  expect([reference, subject]).toEqual([undefined, undefined]);
});

it('goes without the control where that did not count', () => {
  const record = recordFor(5, (turn) =>
    turn.arm === 'twin' ? { ...turn, void: 'error', detail: 'no answer' } : turn,
  );
  expect(overTimeOf(study, record, 'work')).toMatchObject({ control: undefined });
});
