import { expect, it } from 'vitest';
import { costOfCalls, idlePerDay } from './costs.ts';

it.each([
  [{ messages: 20 }, 0.15],
  [{ requests: 1 }, 0.45],
  [{ rows: 2 }, 2],
  [{ messages: 40, requests: 1, rows: 1 }, 1.75],
])('a million of %j cost %d USD', (billed, usd) => {
  expect(costOfCalls(billed)).toBeCloseTo(usd, 9);
});

it('an idle object costs the duration of a day where its socket keeps it awake, and nothing elsewhere', () => {
  expect(idlePerDay('in-memory')).toBeCloseTo(0.13824, 9);
  for (const accept of ['hibernating', 'request', 'worker'] as const) {
    expect(idlePerDay(accept)).toBe(0);
  }
});
