import { expect, it } from 'vitest';
import { printedFigure, rangeOf, type Substitute, truthOf } from './printed-digits.ts';

const figure = (digits: string) => printedFigure(Number(digits), digits, 'ms');

it.each([
  ['0.267', 0.2665, 0.2675],
  ['28', 27.5, 28.5],
  ['17.00', 16.995, 17.005],
  ['-7.2', -7.25, -7.15],
])('%s stands for %d to %d', (digits, low, high) => {
  expect(figure(digits)).toMatchObject({ low, high });
});

it('a quotient reaches from its smallest to its largest corner, each value by itself', () => {
  const pairs = [
    ['28', '1'],
    ['201', '6'],
  ] as const;
  const run = (take: Substitute) =>
    pairs.map(([above, below]) => take(figure(above)) / take(figure(below)));
  const { each, low, high } = rangeOf(run);
  expect([low, high]).toEqual([27.5 / 1.5, 28.5 / 0.5]);
  expect(each[1]?.low).toBe(200.5 / 6.5);
});

const quotient = (above: string, below: string) => (take: Substitute) =>
  take(figure(above)) / take(figure(below)) <= 5;
const alike = (take: Substitute) => take(figure('3')) <= take(figure('3'));
const growing = (take: Substitute) => {
  const values = Array.from({ length: 12 }, (_, index) => take(figure(`${index + 10}.0`)));
  return values.every((value, index) => index === 0 || value - (values[index - 1] ?? 0) < 1.09);
};

it.each([
  ['six of one, for five times as much', quotient('6', '1'), false, true],
  ['clearly less', quotient('4', '1.00'), true, false],
  ['figures printed alike move together', alike, true, false],
  ['of many figures two decide', growing, true, true],
])('%s', (_, run, asPrinted, straddles) => {
  expect(truthOf(run)).toEqual({ asPrinted, straddles });
});
