import { describe, expect, it } from 'vitest';
import type { QuotedResult } from '../harness/record/index.ts';
import { restates } from './runs.ts';

const printed: QuotedResult = {
  arm: 'lumenize/hibernating',
  workload: 'mixed',
  operations: 100,
  totalMs: 17.07,
  msPerOperation: 0.171,
  operationsPerSecond: 5857.9,
};
const { arm, workload } = printed;

describe('restates', () => {
  it.each<[string, boolean, Partial<QuotedResult>]>([
    ['some of the figures', true, { msPerOperation: 0.171 }],
    ['rounded figures', true, { operations: 100, operationsPerSecond: 5858 }],
    ['another figure', false, { msPerOperation: 0.171, operationsPerSecond: 5859 }],
    ['a figure that the other lacks', false, { msPerOperation: 0.171, latencyMs: 0.2 }],
    ['more digits of one', false, { totalMs: 17.071 }],
    ['that it hung', false, { operations: 100, outcome: 'hung' }],
  ])('of a result with %s: %s', (_, expected, amounts) => {
    expect(restates({ arm, workload, ...amounts }, printed)).toBe(expected);
  });

  it.each([
    [0, 0.4, false],
    [0, 0, true],
    [0, 0.04, false],
    [1, 0.6, false],
    [0.4, 0.4, true],
    [0.4, 0.04, false],
    [10, 9.6, true],
    [0.2, 0.171, true],
    [0.171, 0.2, false],
    // Half-way between two: sources round either way, and 1.005 is a little less in binary.
    [1.01, 1.005, true],
    [1, 1.005, true],
    [1.02, 1.005, false],
  ])('takes %d for a repetition of %d: %s', (totalMs, earlier, expected) => {
    const result = { arm, workload, totalMs };
    expect(restates(result, { arm, workload, totalMs: earlier })).toBe(expected);
  });
});
