import { expect, it } from 'vitest';
import { studentQuantile } from './student.ts';

// From printed tables.
it.each([
  [1, 0.05, 12.706205],
  [2, 0.05, 4.302653],
  [3, 0.05, 3.182446],
  [11, 0.05, 2.200985],
  [11, 0.1, 1.795885],
  [30, 0.01, 2.749996],
  [1000, 0.05, 1.962339],
])('the quantile of t with %i degrees and an error of %f is %f', (degrees, alpha, quantile) => {
  expect(studentQuantile(degrees, alpha)).toBeCloseTo(quantile, 5);
});

it.each([
  [0, 0.05, 'degrees is 0, expected a whole number of at least 1'],
  [3, 1, 'alpha is 1, expected a number between 0 and 1'],
])('the quantile of t refuses %i degrees with an error of %f', (degrees, alpha, message) => {
  expect(() => studentQuantile(degrees, alpha)).toThrow(message);
});
