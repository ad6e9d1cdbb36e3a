import { describe, expect, it } from 'vitest';
import type { Session } from '../record/index.ts';
import { interimTimes, MOST_INTERIM_ANALYSES, shareIn, shareOf } from './verdict.ts';

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
    const shares = Array.from({ length: MOST_INTERIM_ANALYSES }, (_, index) => shareOf(index));
    expect(shares.every((share) => share > 0)).toBe(true);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
    const [half = NaN, end = NaN, ...more] = shares;
    expect(half + end).toBeGreaterThan(0.5);
    expect(more).toEqual(more.toSorted((one, other) => other - one));
    expect(shareOf(MOST_INTERIM_ANALYSES)).toBe(0);
  });

  it('come half way, at the end of the time and after each Keep going', () => {
    expect(interimTimes(plan).slice(0, 4)).toEqual([15_000, 30_000, 40_000, 50_000]);
    expect(interimTimes(plan)).toHaveLength(MOST_INTERIM_ANALYSES);
  });

  it('leave a settled workload the part of the analysis that settled it', () => {
    const sessions = sessionsOf({ calls: 5, streams: 14 });
    expect(shareIn({ plan, looks, sessions }, 'calls').share).toBe(shareOf(0));
  });

  it('give an undecided one the part of the last analysis, and the next its own', () => {
    const sessions = sessionsOf({ calls: 5, streams: 14 });
    expect(shareIn({ plan, looks, sessions }, 'streams')).toEqual({
      share: shareOf(1),
      nextShare: shareOf(2),
    });
  });

  it('leave what is unspent to a run that broke off after an analysis, or before any', () => {
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
