import { probit } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { normal, type Random, seeded } from '../plan/index.ts';
import type { Session } from '../record/index.ts';
import { type LogRatios, ofSessions } from './clusters.ts';
import { ratioOf } from './ratio.ts';
import {
  interimTimes,
  judge,
  type Judgement,
  MOST_INTERIM_ANALYSES,
  shareIn,
  shareOf,
} from './verdict.ts';

const logRatios = (ratio: number, spread: number, rounds: number, random: Random) =>
  ofValues(Array.from({ length: rounds }, () => Math.log(ratio) + spread * normal(random)));

/** Values of sessions that had a round each. */
const ofValues = (values: readonly number[]) =>
  ofSessions(
    values.map((value) => ({ value })),
    values.length,
  );

/** Judgement at a length that was fixed beforehand. */
const judgeAll = (family: readonly LogRatios[], margin = 0.05) =>
  judge(
    family.map((logRatios) => ({ logRatios, share: 1, nextShare: 1 })),
    margin,
  );

const judgeOne = (ratio: number, spread: number, rounds: number, seed = 1): Judgement => {
  const [judged] = judgeAll([logRatios(ratio, spread, rounds, seeded(seed))]);
  if (judged === undefined) throw new Error('no verdict');
  return judged;
};

describe('ratioOf', () => {
  it('turns into its inverse when the arms are swapped', () => {
    const walsh = logRatios(1.4, 0.2, 12, seeded(2));
    const swapped = ratioOf(ofValues(walsh.values.map((value) => -value)));
    const ratio = ratioOf(walsh);
    expect(swapped?.estimate).toBeCloseTo(1 / (ratio?.estimate ?? NaN), 12);
    expect(swapped?.interval?.low).toBeCloseTo(1 / (ratio?.interval?.high ?? NaN), 12);
    expect(swapped?.interval?.high).toBeCloseTo(1 / (ratio?.interval?.low ?? NaN), 12);
  });
});

describe('judge', () => {
  it('knows the four verdicts', () => {
    expect(judgeOne(0.5, 0.1, 15).verdict).toBe('faster');
    expect(judgeOne(2, 0.1, 15).verdict).toBe('slower');
    expect(judgeOne(1, 0.01, 15).verdict).toBe('equal');
    expect(judgeOne(1, 0.5, 15).verdict).toBe('undecided');
  });

  it('calls a difference equal that is real but inside the margin', () => {
    const judged = judgeOne(1.02, 0.005, 15);
    expect(judged.basis?.low).toBeGreaterThan(1);
    expect(judged.verdict).toBe('equal');
  });

  it('rests on an interval at least as wide as the one published', () => {
    const { ratio, basis } = judgeOne(1.2, 0.1, 15);
    expect(basis?.low).toBeLessThanOrEqual(ratio?.interval?.low ?? NaN);
    expect(basis?.high).toBeGreaterThanOrEqual(ratio?.interval?.high ?? NaN);
  });

  it('says how many rounds are missing before there is an interval', () => {
    expect(judgeOne(2, 0.1, 3)).toMatchObject({ verdict: 'undecided', roundsNeeded: 1 });
    const [nothing] = judgeAll([ofValues([])]);
    expect(nothing).toMatchObject({ ratio: undefined, verdict: 'undecided', roundsNeeded: 4 });
  });

  it('asks for about as many rounds as a decision then takes', () => {
    const spreadOut = Array.from({ length: 30 }, (_, index) => 0.3 * probit((index + 0.5) / 30));
    const rounds = (ratio: number, margin: number) => {
      const walsh = ofValues(spreadOut.map((value) => Math.log(ratio) + value));
      return 30 + (judgeAll([walsh], margin)[0]?.roundsNeeded ?? NaN);
    };
    // Half the width at 97 % is about 2.17 · 0.3 ÷ √rounds. To clear 1 it must be below log 1.1;
    // to lie inside a margin of 10 % around an estimate of 1.02, below log (1.1 ÷ 1.02).
    const toClear = (2.17 * (0.3 / Math.log(1.1))) ** 2;
    const toLieInside = (2.17 * (0.3 / Math.log(1.1 / 1.02))) ** 2;
    expect(Math.abs(rounds(1.1, 0.05) / toClear - 1)).toBeLessThan(0.25);
    expect(Math.abs(rounds(1.02, 0.1) / toLieInside - 1)).toBeLessThan(0.25);
  });

  it('refuses a margin that is none', () => {
    expect(() => judgeAll([], 0)).toThrow('margin is 0');
  });

  it('corrects less for what is left once the clear differences are found (Holm)', () => {
    const random = seeded(11);
    const clear = () => logRatios(3, 0.1, 20, random);
    const doubtful = logRatios(1.1, 0.3, 20, random);
    const [, , , corrected] = judgeAll([clear(), clear(), clear(), doubtful]);
    const [alone] = judgeAll([doubtful]);
    expect(corrected).toEqual(alone);
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
  const looks: Array<{ atMs: number; workloads: Record<string, number> }> = [
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
