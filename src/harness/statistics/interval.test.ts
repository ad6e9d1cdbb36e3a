import { describe, expect, it } from 'vitest';
import { normal, type Random, seeded } from '../plan/index.ts';
import {
  criticalRankSum,
  FEWEST_VALUES,
  hodgesLehmann,
  LOWEST_LEVEL,
  medianEstimate,
  signedRankInterval,
  studentQuantile,
  walshAverages,
} from './interval.ts';

describe('medianEstimate', () => {
  it('has no estimate without values, and no interval for fewer than five', () => {
    expect(medianEstimate([])).toBeUndefined();
    expect(medianEstimate([4, 1, 3, 2])).toEqual({ estimate: 2.5, interval: undefined });
  });

  it('says honestly that five values achieve 93.75 %', () => {
    const { interval } = medianEstimate([5, 3, 1, 4, 2]) ?? {};
    expect(interval).toEqual({ low: 1, high: 5, level: 0.9375 });
  });

  // Ranks and levels from the table of confidence intervals for the median (Conover, Practical
  // Nonparametric Statistics): the k-th smallest and largest of n.
  it.each([
    [10, 2, 0.9785],
    [15, 4, 0.9648],
    [20, 6, 0.9586],
    [40, 14, 0.9615],
  ])('of %i values takes number %i from either end', (count, rank, level) => {
    const values = Array.from({ length: count }, (_, index) => index + 1);
    const { interval } = medianEstimate(values, 0.05) ?? {};
    expect(interval?.low).toBe(rank);
    expect(interval?.high).toBe(count + 1 - rank);
    expect(interval?.level).toBeCloseTo(level, 4);
  });

  it.each([5, 9, 15, 40])('of %i skewed values covers the median at its level', (count) => {
    const random = seeded(count);
    const runs = 4000;
    let covering = 0;
    let level = 0;
    for (let run = 0; run < runs; run++) {
      // Pareto with shape 1: half of it lies below 2.
      const values = Array.from({ length: count }, () => 1 / (1 - random()));
      const { interval } = medianEstimate(values) ?? {};
      if (interval === undefined) continue;
      level = interval.level;
      if (interval.low <= 2 && 2 <= interval.high) covering += 1;
    }
    expect(Math.abs(covering / runs - level)).toBeLessThan(0.012);
  });
});

// From the table of Student's t distribution in any textbook.
it.each([
  [1, 0.05, 12.706],
  [2, 0.05, 4.303],
  [4, 0.05, 2.776],
  [5, 0.01, 4.032],
  [9, 0.001, 4.781],
  [30, 0.05, 2.042],
  [120, 0.05, 1.98],
])('%i degrees, %f in both tails: %f', (degrees, alpha, expected) => {
  expect(studentQuantile(degrees, alpha)).toBeCloseTo(expected, 3);
});

it('refuses what is no probability and no number of degrees', () => {
  expect(() => studentQuantile(4, 0)).toThrow(RangeError);
  expect(() => studentQuantile(4, 1)).toThrow(RangeError);
  expect(() => studentQuantile(0, 0.05)).toThrow(RangeError);
  expect(() => studentQuantile(1.5, 0.05)).toThrow(RangeError);
});

describe('criticalRankSum', () => {
  // Two-sided critical values from Wilcoxon and Wilcox, Some Rapid Approximate Statistical
  // Procedures (1964), as printed in most textbooks.
  it.each([
    [6, 0.05, 0],
    [7, 0.05, 2],
    [8, 0.05, 3],
    [10, 0.05, 8],
    [15, 0.05, 25],
    [20, 0.05, 52],
    [25, 0.05, 89],
    [30, 0.05, 137],
    [50, 0.05, 434],
    [10, 0.01, 3],
    [15, 0.01, 15],
    [20, 0.01, 37],
  ])('%i values at %f: %i', (count, alpha, expected) => {
    expect(criticalRankSum(count, alpha)).toBe(expected);
  });

  it('is -1 where even the smallest rank sum is too likely', () => {
    expect(criticalRankSum(5, 0.05)).toBe(-1);
  });
});

describe('walshAverages', () => {
  it('holds the mean of every pair and of every value with itself', () => {
    expect([...walshAverages([4, 1, 2]).sorted]).toEqual([1, 1.5, 2, 2.5, 3, 4]);
  });
});

describe('hodgesLehmann', () => {
  it('is the centre of symmetric values and ignores a wild one', () => {
    expect(hodgesLehmann(walshAverages([1, 2, 3, 4, 5]))).toBe(3);
    expect(hodgesLehmann(walshAverages([1, 2, 3, 4, 1e9]))).toBeLessThan(5);
    expect(hodgesLehmann(walshAverages([]))).toBeUndefined();
  });
});

describe('signedRankInterval', () => {
  it('mirrors when the values do', () => {
    const random = seeded(1);
    const values = Array.from({ length: 12 }, () => normal(random) + 0.3);
    const interval = signedRankInterval(walshAverages(values), 0.05);
    const mirrored = signedRankInterval(walshAverages(values.map((value) => -value)), 0.05);
    expect(mirrored?.low).toBeCloseTo(-(interval?.high ?? NaN), 12);
    expect(mirrored?.high).toBeCloseTo(-(interval?.low ?? NaN), 12);
    expect(mirrored?.level).toBe(interval?.level);
  });

  it('exists from the fewest values on that an interval of the median has', () => {
    for (let count = 1; count <= 2 * FEWEST_VALUES; count += 1) {
      const values = Array.from({ length: count }, (_, index) => index);
      const levels = [
        signedRankInterval(walshAverages(values), 0.05),
        medianEstimate(values)?.interval,
      ];
      for (const interval of levels) {
        if (count < FEWEST_VALUES) expect(interval).toBeUndefined();
        else expect(interval?.level).toBeGreaterThanOrEqual(LOWEST_LEVEL);
      }
    }
  });

  it('gives for five values at least their whole range', () => {
    const interval = signedRankInterval(walshAverages([1, 2, 3, 4, 5]), 0.05);
    expect(interval?.level).toBe(0.9375);
    expect(interval?.low).toBeLessThanOrEqual(1);
    expect(interval?.high).toBeGreaterThanOrEqual(5);
  });

  it('widens as less error is allowed, beyond the range of the values in the end', () => {
    const walsh = walshAverages([1, 2, 3, 4, 5, 6, 7, 8]);
    const widths = [0.2, 0.1, 0.05, 0.01, 0.001].map((alpha) => {
      const interval = signedRankInterval(walsh, alpha);
      return (interval?.high ?? NaN) - (interval?.low ?? NaN);
    });
    expect(widths).toEqual(widths.toSorted((a, b) => a - b));
    expect(widths.at(-1)).toBeGreaterThan(7);
  });

  const symmetric: Record<string, (random: Random) => number> = {
    normal: (random) => normal(random),
    Cauchy: (random) => Math.tan(Math.PI * (random() - 0.5)),
    'two-humped': (random) => (random() < 0.5 ? -3 : 3) + normal(random),
    'three-humped': (random) => Math.floor(random() * 3) * 4 - 4 + 0.1 * normal(random),
  };
  const cases = Object.keys(symmetric).flatMap((name) =>
    [8, 15, 40].map((count) => [name, count] as const),
  );
  it.each(cases)('holds its level for %s values, %i of them', (name, count) => {
    const random = seeded(count);
    const draw = symmetric[name] ?? normal;
    const runs = 3000;
    let covering = 0;
    let level = 0;
    for (let run = 0; run < runs; run++) {
      const values = Array.from({ length: count }, () => 7 + draw(random));
      const interval = signedRankInterval(walshAverages(values), 0.05);
      if (interval === undefined) continue;
      level = interval.level;
      if (interval.low <= 7 && 7 <= interval.high) covering += 1;
    }
    expect(level).toBeGreaterThanOrEqual(0.95);
    // Three standard errors of the share of 3,000 runs.
    expect(Math.abs(covering / runs - level)).toBeLessThan(0.012);
  });

  it('reaches 95 % with five normal values', () => {
    const random = seeded(9);
    let covering = 0;
    for (let run = 0; run < 4000; run++) {
      const values = Array.from({ length: 5 }, () => normal(random));
      const interval = signedRankInterval(walshAverages(values), 0.05);
      if (interval !== undefined && interval.low <= 0 && 0 <= interval.high) covering += 1;
    }
    expect(covering / 4000).toBeGreaterThan(0.95);
  });
});
