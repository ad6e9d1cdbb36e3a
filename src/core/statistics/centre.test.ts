import { expect, it } from 'vitest';
import { normal, seeded } from '../plan/order.ts';
import { hodgesLehmann } from './centre.ts';

/** The median of the means of every pair, from a list of them. */
function medianOfMeans(values: readonly number[]): number {
  const means = values
    .flatMap((one, at) => values.slice(at).map((other) => (one + other) / 2))
    .sort((one, other) => one - other);
  const at = (place: number) => means[place] as number;
  const half = means.length >> 1;
  return means.length % 2 === 1 ? at(half) : (at(half - 1) + at(half)) / 2;
}

it('the centre is the median of the means of every pair, with equal values and without', () => {
  const random = seeded(4);
  for (let run = 0; run < 200; run += 1) {
    const values = Array.from({ length: 1 + (run % 40) }, () => {
      const value = normal(random);
      return run % 2 === 0 ? value : Math.round(2 * value) / 2;
    });
    expect(hodgesLehmann(values)).toBeCloseTo(medianOfMeans(values), 12);
  }
});

it.each<[number[], number | undefined]>([
  [[], undefined],
  [[-0.5], -0.5],
  [[1, 2, 6], 2.75],
  [[0, 0, 0, 100], 0],
])('the centre of %j', (values, centre) => {
  expect(hodgesLehmann(values)).toBe(centre);
});

it('the centre of many equal values is found', () => {
  expect(hodgesLehmann(Array<number>(3000).fill(0.3))).toBe(0.3);
});
