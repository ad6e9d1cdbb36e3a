import { describe, expect, it } from 'vitest';
import type { Session } from '../record/index.ts';
import {
  lookTimes,
  MOST_LOOKS,
  planLooks,
  shareIn,
  shareOf,
  shareOfLook,
} from './interim-analysis.ts';

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

describe('the interim analyses of a run of turns', () => {
  const plan = { rule: 'until-decided', budgetMs: 30_000, moreMs: 10_000 } as const;
  const sessionsOf = (counts: Record<string, number>): Session[] =>
    Object.entries(counts).flatMap(([workload, count]) =>
      Array.from({ length: count }, (_, session): Session => ({
        ...{ workload, session, operations: 1, arms: [], turns: [] },
        ...{ openUs: 0, warmUpUs: 0, turnsUs: 0 },
      })),
    );
  const looks = [
    { atMs: 15_000, workloads: { calls: 5, streams: 6 } },
    { atMs: 30_000, workloads: { streams: 14 } },
  ];

  it('spend the whole error between them, most of it where most runs come', () => {
    const shares = Array.from({ length: MOST_LOOKS }, (_, index) => shareOf(index));
    expect(shares.every((share) => share > 0)).toBe(true);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
    const [half = NaN, end = NaN, ...more] = shares;
    expect(half + end).toBeGreaterThan(0.5);
    expect(more).toEqual(more.toSorted((one, other) => other - one));
    expect(shareOf(MOST_LOOKS)).toBe(0);
  });

  it('come half way, at the end of the time and after each Keep going', () => {
    expect(lookTimes(plan).slice(0, 4)).toEqual([15_000, 30_000, 40_000, 50_000]);
    expect(lookTimes(plan)).toHaveLength(MOST_LOOKS);
  });

  it('leave a settled workload the part of the look that settled it', () => {
    const sessions = sessionsOf({ calls: 5, streams: 14 });
    expect(shareIn({ plan, looks, sessions }, 'calls').share).toBe(shareOf(0));
  });

  it('give an undecided one the part of the last look, and the next its own', () => {
    const sessions = sessionsOf({ calls: 5, streams: 14 });
    expect(shareIn({ plan, looks, sessions }, 'streams')).toEqual({
      share: shareOf(1),
      nextShare: shareOf(2),
    });
  });

  it('leave what is unspent to a run that broke off after a look, or before any', () => {
    const sessions = sessionsOf({ calls: 5, streams: 17 });
    expect(shareIn({ plan, looks, sessions }, 'streams').share).toBeCloseTo(
      1 - shareOf(0) - shareOf(1),
      12,
    );
    expect(shareIn({ plan, looks: [], sessions }, 'streams').share).toBe(1);
  });

  it('spend nothing in a run whose length was given', () => {
    for (const rule of ['time', 'fixed'] as const) {
      const run = { plan: { ...plan, rule }, looks: [], sessions: sessionsOf({ calls: 3 }) };
      expect(shareIn(run, 'calls')).toEqual({ share: 1, nextShare: 1 });
    }
  });
});
