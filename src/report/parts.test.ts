import { describe, expect, it } from 'vitest';
import { analyse } from '../harness/statistics/index.ts';
import { measuredRun } from '../journal/testing/entries.ts';
import { findStudy } from '../studies/index.ts';
import { type ArmFinding, type Finding, findingOf } from './finding.ts';
import { whyOf } from './result-figures.ts';
import { recordFor, study } from './testing/study.ts';

const record = recordFor(20);
const found = findingOf(record, analyse(record, study), 'complete');

/** A finding in which these arms took so many ms: the baseline, the subject and the reference. */
function finding(medians: readonly number[], parts: Partial<ArmFinding> = {}): Finding {
  const arms = ['raw/in-memory', 'one/in-memory', 'other/in-memory'];
  return {
    ...found,
    workloads: [
      {
        ...{ id: 'work', ratios: [] },
        arms: medians.flatMap((median, at): ArmFinding[] => {
          const arm = arms[at];
          return arm === undefined ? [] : [{ arm, median, quantiles: [], ...parts }];
        }),
      },
    ],
  };
}

const partsOf = (of: Finding) => whyOf(study, of)?.rows.map(({ parts }) => parts);

describe('where the time of a call goes', () => {
  it('is of one workload, which the title names', () => {
    expect(whyOf(study, finding([10, 12.5, 16], { network: 8 }))).toMatchObject({
      workload: 'work',
      title: 'Where the time goes: “4 calls | in a row”',
    });
  });

  it('has a bar for the baseline, the subject and the reference', () => {
    const rows = whyOf(study, finding([10, 12.5, 16], { network: 8 }))?.rows;
    expect(rows).toEqual([
      { label: 'Raw', system: 'raw', parts: { network: 8, socket: 2, protocol: 0 } },
      { label: 'One', system: 'one', parts: { network: 8, socket: 2, protocol: 2.5 } },
      { label: 'Other', system: 'other', parts: { network: 8, socket: 2, protocol: 6 } },
    ]);
    expect(partsOf(finding([10, 12.5, 16]))?.[1]).toEqual({ socket: 10, protocol: 2.5 });
  });

  it('nests nothing that is longer than what holds it, whatever noise says', () => {
    for (const network of [undefined, 9.8, 11, 30]) {
      const parts = partsOf(finding([10, 10, 10.5], network === undefined ? {} : { network }));
      expect(parts).toHaveLength(3);
      for (const [at, total] of [10, 10, 10.5].entries()) {
        const each = Object.values(parts?.[at] ?? {});
        expect(each.reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(total, 9);
        expect(Math.min(...each)).toBeGreaterThanOrEqual(0);
      }
      expect(parts?.[1]?.protocol).toBe(0);
    }
  });

  it('draws no arm that took less than the work by hand, but another workload', () => {
    const below = finding([5.66, 6, 4.07]);
    expect(whyOf(study, below)).toBeUndefined();
    const [next] = finding([10, 12.5, 16]).workloads;
    const workloads = [...below.workloads, ...(next ? [{ ...next, id: 'next' }] : [])];
    expect(whyOf(study, { ...below, workloads })?.rows).toHaveLength(3);
  });

  it('is nothing without the baseline, the subject or the reference', () => {
    const [baseline, subject, reference] = [0, 1, 2].map((left) => {
      const [workload] = finding([10, 12.5, 16]).workloads;
      const arms = workload?.arms.filter((_, at) => at !== left) ?? [];
      return whyOf(study, { ...found, workloads: [{ id: 'work', ratios: [], arms }] });
    });
    expect([baseline, subject, reference]).toEqual([undefined, undefined, undefined]);
    expect(whyOf(study, finding([]))).toBeUndefined();
  });

  it('is of the first workload that the baseline can do', () => {
    const [work] = finding([10, 12.5, 16]).workloads;
    const cannot = { id: 'another', ratios: [], arms: work?.arms.slice(1) ?? [] };
    const both = { ...found, workloads: [cannot, ...(work === undefined ? [] : [work])] };
    expect(whyOf(study, both)?.workload).toBe('work');
  });

  it('sets each arm against the baseline with a socket of the same kind', () => {
    const run = measuredRun('2026-11-21-the-same-calls-over-five-distances-1');
    const published = findingOf(run.record, run.analysis, 'complete');
    const medianOf = (arm: string) =>
      published.workloads[0]?.arms.find((each) => each.arm === arm)?.median ?? NaN;
    const [, subject, reference] = whyOf(findStudy(published.study), published)?.rows ?? [];
    expect(subject?.parts.socket).toBe(medianOf('raw-websocket/hibernating'));
    expect(subject?.parts.protocol).toBeCloseTo(
      medianOf('lumenize/hibernating') - medianOf('raw-websocket/hibernating'),
    );
    expect(reference?.parts.socket).toBe(medianOf('raw-websocket/in-memory'));
  });
});
