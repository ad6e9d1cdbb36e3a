import { describe, expect, it } from 'vitest';
import type { QuotedResult } from '../harness/quoted-record.ts';
import { restates } from './restates.ts';

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
});
