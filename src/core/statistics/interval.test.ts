import { describe, expect, it } from 'vitest';
import { hodgesLehmann, medianEstimate, studentQuantile } from './interval.ts';

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

describe('hodgesLehmann', () => {
  it('is the centre of symmetric values and ignores a wild one', () => {
    expect(hodgesLehmann([1, 2, 3, 4, 5])).toBe(3);
    expect(hodgesLehmann([1, 2, 3, 4, 1e9])).toBeLessThan(5);
    // The middle of the means 1, 1.5, 2, 2.5, 3 and 4.
    expect(hodgesLehmann([4, 1, 2])).toBe(2.25);
    expect(hodgesLehmann([])).toBeUndefined();
  });
});
