import { describe, expect, it } from 'vitest';
import type { QuotedResult } from '../core/record/index.ts';
import { costRatio, msPerOperation } from './tables/quoted.ts';

function result(amounts: Partial<QuotedResult>): QuotedResult {
  return { arm: 'an/arm', workload: 'calls', ...amounts };
}

describe('msPerOperation', () => {
  it.each<[string, number | undefined, Partial<QuotedResult>]>([
    [
      'the total first',
      0.1707,
      { operations: 100, totalMs: 17.07, msPerOperation: 0.171, operationsPerSecond: 5857.9 },
    ],
    [
      'a throughput that has more digits than the average',
      1000 / 5858,
      { operations: 100, msPerOperation: 0.171, operationsPerSecond: 5858 },
    ],
    ['the average if it has as many', 0.171, { msPerOperation: 0.171, operationsPerSecond: 585 }],
    [
      'the average where noughts that the number lost make it as exact',
      0.17,
      { msPerOperation: 0.17, operationsPerSecond: 588, printed: { msPerOperation: '0.170' } },
    ],
    ['the average alone', 0.71, { msPerOperation: 0.71 }],
    ['no throughput alone, which may be of many clients', undefined, { operationsPerSecond: 12 }],
  ])('takes %s', (_, expected, amounts) => {
    expect(msPerOperation(result(amounts))).toBe(expected);
  });
});

describe('costRatio', () => {
  it('divides what both have', () => {
    const timed = result({ msPerOperation: 0.5, operationsPerSecond: 2000 });
    const rate = result({ operationsPerSecond: 1000 });
    expect(costRatio(rate, timed)).toBe(2);
    expect(costRatio(timed, timed)).toBe(1);
    expect(costRatio(rate, result({ megabytesPerSecond: 9 }))).toBeUndefined();
  });
});
