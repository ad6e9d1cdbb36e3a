import { describe, expect, it } from 'vitest';
import { planLooks, shareOfLook } from './interim-analysis.ts';

describe('planLooks', () => {
  it('looks in growing steps and ends at the most rounds allowed', () => {
    expect(planLooks(40)).toEqual([9, 13, 19, 28, 40]);
  });

  it.each([1, 2, 5, 6, 8, 9, 15, 40, 41, 100, 200])('is in ascending order for %i', (maxRounds) => {
    const looks = planLooks(maxRounds);
    expect(looks.at(-1)).toBe(maxRounds);
    expect(new Set(looks).size).toBe(looks.length);
    expect(looks).toEqual(looks.toSorted((a, b) => a - b));
  });

  it('refuses what is no number of rounds', () => {
    expect(() => planLooks(0)).toThrow('maxRounds is 0');
    expect(() => planLooks(1.5)).toThrow('maxRounds is 1.5');
  });
});

describe('shareOfLook', () => {
  it.each([5, 15, 40, 100])('spends the whole error over a run of %i rounds', (maxRounds) => {
    const shares = planLooks(maxRounds).map((rounds) => shareOfLook(rounds, maxRounds));
    expect(shares.every((share) => share > 0)).toBe(true);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
  });

  it('leaves what is unspent to a look forced by the clock', () => {
    expect(shareOfLook(11, 40)).toBeCloseTo(31 / 40, 12);
    expect(shareOfLook(4, 40)).toBe(1);
  });
});
