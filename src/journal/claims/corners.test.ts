import { expect, it } from 'vitest';
import { printedFigure, rangeOf, type TakeFigure, truthOf } from './corners.ts';

const figure = (digits: string) => printedFigure(Number(digits), digits, 'ms');

it.each([
  ['0.267', 0.2665, 0.2675],
  ['28', 27.5, 28.5],
  ['17.00', 16.995, 17.005],
  ['-7.2', -7.25, -7.15],
])('%s stands for %d to %d', (digits, low, high) => {
  expect(figure(digits)).toMatchObject({ low, high });
});

it('a quotient reaches from its smallest to its largest corner, each value by itself', async () => {
  const run = async (take: TakeFigure) => [
    take(figure('28')) / take(figure('1')),
    take(figure('201')) / take(figure('6')),
  ];
  const { each, low, high } = await rangeOf(run, 'printed');
  expect(low).toBeCloseTo(27.5 / 1.5, 9);
  expect(high).toBeCloseTo(28.5 / 0.5, 9);
  expect(each[1]?.low).toBeCloseTo(200.5 / 6.5, 9);
});

it('figures that are printed alike move together', async () => {
  const run = async (take: TakeFigure) => take(figure('350')) <= take(figure('350'));
  expect(await truthOf(run)).toEqual({ asPrinted: true, straddles: false });
});

it.each([
  ['linear: 6 ms of 1 ms, for five times as much', ['6', '1'], false, true],
  ['clearly less', ['4', '1.00'], true, false],
])('%s', async (_, [above = '', below = ''], asPrinted, straddles) => {
  const run = async (take: TakeFigure) => take(figure(above)) / take(figure(below)) <= 5;
  expect(await truthOf(run)).toEqual({ asPrinted, straddles });
});

it('of many figures each two are tried at their corners', async () => {
  const digits = Array.from({ length: 12 }, (_, index) => `${index + 10}.0`);
  const run = async (take: TakeFigure) => {
    const values = digits.map((each) => take(figure(each)));
    return values.every((value, index) => index === 0 || value - (values[index - 1] ?? 0) < 1.09);
  };
  expect((await truthOf(run)).straddles).toBe(true);
});
