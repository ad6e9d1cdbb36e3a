import { expect, it } from 'vitest';
import { answeredCalls, answeredOnce } from './queue.ts';

const drawn = (...values: number[]) => {
  let at = 0;
  return () => values[at++] ?? 0;
};

it('answers each call once a result of it was sent, in the order of ids', () => {
  // Loops: 3 | 1 3 | 1 2 3. At first 3, 1 and 1 are sent, then 3 and 2, then 3.
  const ids = [0.3, 0.1, 0.2];
  expect([1, 2, 3].map((allowed) => answeredOnce(3, allowed, drawn(...ids)))).toEqual([2, 2, 3]);
});

it('answers all as long as what follows the last arrival stays within the limit', () => {
  // Of n (n + 1) ÷ 2 results, all but the n − 1 that were sent before the last arrival.
  expect(Math.min(...answeredCalls(45, 45 * 23 - 44, 50))).toBe(45);
  expect(Math.min(...answeredCalls(45, 45 * 23 - 45, 50))).toBeLessThan(45);
});
