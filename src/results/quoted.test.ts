import { describe, expect, it } from 'vitest';
import type { QuotedResult } from '../harness/record/index.ts';
import { costOf, costRatio, msPerOperation } from './quoted.ts';

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
    [
      'the average where it has as many',
      0.171,
      { msPerOperation: 0.171, operationsPerSecond: 585 },
    ],
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

describe('costOf', () => {
  it('names the kind, the most exact first', () => {
    expect(costOf(result({ msPerOperation: 0.5, operationsPerSecond: 2000 }))?.of).toBe('time');
    expect(costOf(result({ operationsPerSecond: 4 }))).toMatchObject({
      of: 'throughput',
      cost: 0.25,
      shown: 0.25,
    });
    expect(costOf(result({ megabytesPerSecond: 2 }))).toMatchObject({ of: 'data', cost: 0.5 });
    expect(costOf(result({ operations: 50, completed: 45, outcome: 'hung' }))).toBeUndefined();
  });

  it('shows the average that the source prints, and reckons with the total', () => {
    const printed = { operations: 100, totalMs: 26.75, msPerOperation: 0.267 };
    expect(costOf(result(printed))).toEqual({ of: 'time', cost: 0.2675, shown: 0.267 });
    expect(costOf(result({ operations: 100, totalMs: 26.75 }))?.shown).toBe(0.2675);
  });
});

describe('costRatio', () => {
  it('divides what both have', () => {
    const timed = result({ msPerOperation: 0.5, operationsPerSecond: 2000 });
    const rate = result({ operationsPerSecond: 1000 });
    expect(costRatio(rate, timed)).toEqual({ of: 'throughput', ratio: 2 });
    expect(costRatio(timed, timed)).toEqual({ of: 'time', ratio: 1 });
    expect(costRatio(rate, result({ megabytesPerSecond: 9 }))).toBeUndefined();
  });
});
