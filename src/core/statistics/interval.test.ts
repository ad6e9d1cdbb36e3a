import { expect, it } from 'vitest';
import { hodgesLehmann, medianEstimate, studentQuantile } from './interval.ts';

it('has no median without values, and no interval of fewer than five', () => {
  expect(medianEstimate([])).toBeUndefined();
  expect(medianEstimate([4, 1, 3, 2])).toEqual({ estimate: 2.5, interval: undefined });
});

// Ranks and levels from the table of confidence intervals for the median (Conover, Practical
// Nonparametric Statistics): the k-th smallest and largest of n. Five values achieve less than 95 %.
it.each([
  [5, 1, 0.9375],
  [10, 2, 0.9785],
  [15, 4, 0.9648],
  [20, 6, 0.9586],
  [40, 14, 0.9615],
])('the median of %i values lies between number %i from either end', (count, rank, level) => {
  const values = Array.from({ length: count }, (_, index) => index + 1).toReversed();
  const interval = { low: rank, high: count + 1 - rank, level: expect.closeTo(level, 4) as number };
  expect(medianEstimate(values, 0.05)).toEqual({ estimate: (count + 1) / 2, interval });
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
])('Student’s t of %i degrees, %f in both tails: %f', (degrees, alpha, expected) => {
  expect(studentQuantile(degrees, alpha)).toBeCloseTo(expected, 3);
});

it('refuses no whole number of degrees, and no error or a sure one', () => {
  for (const degrees of [0, 1.5]) expect(() => studentQuantile(degrees, 0.05)).toThrow(RangeError);
  for (const alpha of [0, 1]) expect(() => studentQuantile(4, alpha)).toThrow(RangeError);
});

it.each([
  [[1, 2, 3, 4, 5], 3],
  // The middle of the means 1, 1.5, 2, 2.5, 3 and 4.
  [[4, 1, 2], 2.25],
  [[1, 2, 3, 4, 1e9], 3],
  [[], undefined],
])('Hodges and Lehmann’s centre of %j is %d', (values, centre) => {
  expect(hodgesLehmann(values)).toBe(centre);
});
