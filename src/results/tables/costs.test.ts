import { expect, it } from 'vitest';
import { awakePerDay, costOfCalls } from './costs.ts';

it.each([
  [{ messages: 20 }, 0.15],
  [{ requests: 1 }, 0.45],
  [{ rows: 2 }, 2],
  [{ messages: 40, requests: 1, rows: 1 }, 1.75],
])('a million of %j cost %d USD', (billed, usd) => {
  expect(costOfCalls(billed)).toBeCloseTo(usd, 9);
});

it('an object that stays awake costs the duration of a day', () => {
  expect(awakePerDay()).toBeCloseTo(0.13824, 9);
});
