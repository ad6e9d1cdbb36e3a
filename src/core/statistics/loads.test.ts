import { describe, expect, it } from 'vitest';
import type { SessionRecord, Turn } from '../record/index.ts';
import { madeUpRecord } from '../testing/fixture.ts';
import { analyse, compare } from './index.ts';
import { cellsOf } from './cells.ts';

const ARMS = ['baseline', 'reference', 'subject', 'twin'];
const options = { reference: 'reference', subjects: ['subject'], margin: 0.05 };

function analysisOf(
  load: NonNullable<SessionRecord['plan']['loads']>[string],
  block: (arm: string) => Partial<Turn>,
) {
  const record = madeUpRecord({
    arms: ARMS,
    rounds: 8,
    plan: { loads: { calls: load } },
    block: ({ arm }) => block(arm),
  });
  return { record, ...analyse(record, options) };
}

describe('the analysis', () => {
  it('has ratios of whole times in a closed loop', () => {
    const { subjects, arms } = analysisOf({ concurrency: 4 }, (arm) => ({
      samplesUs: [4000, 4000, 4000, 8000],
      totalUs: arm === 'subject' ? 12_000 : 8000,
    }));
    expect(subjects[0]?.ratio?.estimate).toBeCloseTo(1.5, 9);
    const subject = arms.find(({ arm }) => arm === 'subject');
    expect(subject?.msPerOperation?.estimate).toBe(3);
    expect(subject?.operationsPerSecond?.estimate).toBeCloseTo(1000 / 3, 9);
    expect(subject?.roundTripsPerOperation).toBeUndefined();
  });

  it('gives the payload that gets through', () => {
    const { arms } = analysisOf({ bytesPerOperation: 1_000_000 }, () => ({
      samplesUs: [20_000, 20_000],
    }));
    expect(arms[0]?.megabytesPerSecond?.estimate).toBeCloseTo(50, 9);
  });

  it('gives round trips for each operation, and none where they were not counted', () => {
    const { arms } = analysisOf({}, (arm) => ({
      samplesUs: [1000, 1000],
      ...(arm === 'baseline' ? {} : { roundTrips: arm === 'subject' ? 2 : 6 }),
    }));
    expect(arms.map((arm) => arm.roundTripsPerOperation)).toEqual([undefined, 3, 1, 3]);
  });
});

describe('what an arm cannot do', () => {
  const made = (cannot: SessionRecord['plan']['cannot']) =>
    madeUpRecord({
      arms: ARMS,
      workloads: ['one', 'two'],
      rounds: 20,
      plan: { cannot },
      block: ({ arm }) => [arm === 'subject' ? 2000 : 1000, 1000],
    });
  const lack = (arm: string, workload: string) => ({ arm, workload, reason: 'It lacks it.' });

  it('has no cell, no void and no ratio', () => {
    const record = made([lack('subject', 'two')]);
    expect(cellsOf(record)).toHaveLength(7);
    const { subjects } = compare(record, options);
    expect(subjects.map(({ workload }) => workload)).toEqual(['one']);
  });

  it('leaves a workload without ratios when it is the reference that lacks it', () => {
    const record = made([lack('reference', 'two'), lack('twin', 'two')]);
    const { subjects, others, controls } = compare(record, options);
    for (const judged of [subjects, others, controls]) {
      expect(judged.map(({ workload }) => workload)).toEqual(['one']);
    }
    expect(analyse(record, options).arms).toHaveLength(6);
  });
});
