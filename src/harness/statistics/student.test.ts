import { expect, it } from 'vitest';
import { studentQuantile } from './interval.ts';

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
