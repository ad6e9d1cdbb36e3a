import { probit } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import type { SessionPlan } from '../record/index.ts';
import { madeUpSessions } from '../testing/fixture.ts';
import { type LogRatios, ofSessions } from './clusters.ts';
import {
  DECISION_ALPHA,
  interimTimes,
  judge,
  type Judgement,
  MOST_INTERIM_ANALYSES,
  shareIn,
  shareOf,
} from './verdict.ts';

/** Log ratios of sessions that had a round each, and that lie as a normal distribution does. */
function spreadAbout(ratio: number, spread: number, sessions: number): LogRatios {
  const values = Array.from({ length: sessions }, (_, at) => probit((at + 0.5) / sessions));
  return ofSessions(
    values.map((value) => ({ value: Math.log(ratio) + spread * value })),
    sessions,
  );
}

/** Judgements at a length that was fixed beforehand. */
const judgeAll = (family: readonly LogRatios[], margin = 0.05) =>
  judge(
    family.map((logRatios) => ({ logRatios, share: 1, nextShare: 1 })),
    margin,
  );
const judgeOne = (...ratio: Parameters<typeof spreadAbout>) =>
  judgeAll([spreadAbout(...ratio)])[0] as Judgement;

describe('a verdict', () => {
  it.each([
    ['faster', 0.5, 0.1, 15],
    ['slower', 2, 0.1, 15],
    ['equal', 1, 0.01, 15],
    ['undecided', 1, 0.5, 15],
    // A real difference inside the margin is equal, and one that reaches beyond it is not.
    ['equal', 1.045, 0.005, 15],
    ['equal', 1 / 1.045, 0.005, 15],
    ['slower', 1.049, 0.005, 15],
    ['faster', 1 / 1.049, 0.005, 15],
    ['undecided', 1.02, 0.06, 15],
    ['undecided', 2, 0.1, 3],
  ])('is %s of a ratio of %d ± %d in %d sessions', (verdict, ratio, spread, sessions) => {
    expect(judgeOne(ratio, spread, sessions).verdict).toBe(verdict);
  });

  it('rests on an interval wider than the one published, for an error of 3 %', () => {
    const { ratio, basis } = judgeOne(1.2, 0.1, 15);
    expect(basis?.level).toBeCloseTo(0.97, 12);
    expect(basis?.low).toBeLessThan(ratio?.interval?.low ?? NaN);
    expect(basis?.high).toBeGreaterThan(ratio?.interval?.high ?? NaN);
  });

  it('asks for the sessions that an interval needs, and then for as many as a decision takes', () => {
    expect(judgeOne(2, 0.1, 3)).toMatchObject({ roundsNeeded: 1 });
    const [nothing] = judgeAll([ofSessions([], 0)]);
    expect(nothing).toMatchObject({ ratio: undefined, verdict: 'undecided', roundsNeeded: 4 });
    const sessions = (ratio: number, margin: number) =>
      30 + (judgeAll([spreadAbout(ratio, 0.3, 30)], margin)[0]?.roundsNeeded ?? NaN);
    // Half the width at 97 % is about 2.17 · 0.3 ÷ √sessions. To clear 1 it must be below log 1.1;
    // to lie inside a margin of 10 % around an estimate of 1.02, below log (1.1 ÷ 1.02).
    const toClear = (2.17 * (0.3 / Math.log(1.1))) ** 2;
    const toLieInside = (2.17 * (0.3 / Math.log(1.1 / 1.02))) ** 2;
    expect(Math.abs(sessions(1.1, 0.05) / toClear - 1)).toBeLessThan(0.25);
    expect(Math.abs(sessions(1.02, 0.1) / toLieInside - 1)).toBeLessThan(0.25);
  });

  it('refuses a margin that is none', () => {
    expect(() => judgeAll([], 0)).toThrow('margin is 0');
  });

  it('corrects less for those left once the clear differences are found (Holm)', () => {
    const doubtful = spreadAbout(1.1, 0.2, 20);
    const clear = spreadAbout(3, 0.1, 20);
    const [alone] = judgeAll([doubtful]);
    expect(judgeAll([clear, clear, clear, doubtful])[3]).toEqual(alone);
    // Three that are in doubt share the error.
    const [, , shared] = judgeAll([doubtful, doubtful, doubtful]);
    expect(shared?.basis?.level).toBeCloseTo(1 - DECISION_ALPHA / 3, 12);
  });
});

describe('the interim analyses of a run', () => {
  const plan = { rule: 'until-decided', budgetMs: 30_000, moreMs: 10_000 } as const;
  const [half = NaN, end = NaN, more = NaN] = [0, 1, 2].map(shareOf);
  const looks: Array<{ atMs: number; workloads: Record<string, number> }> = [
    { atMs: 15_000, workloads: { calls: 5, streams: 6 } },
    { atMs: 30_000, workloads: { streams: 14 } },
  ];
  const [session] = madeUpSessions({ arms: ['a'], sessions: 1, turn: () => [1] }).sessions;
  const runOf = (streams: number, analysed = looks, rule: SessionPlan['rule'] = plan.rule) => {
    const workloads = [
      ...Array<string>(5).fill('calls'),
      ...Array<string>(streams).fill('streams'),
    ];
    const sessions = workloads.map((workload) => ({ ...session!, workload }));
    return { plan: { ...plan, rule }, looks: analysed, sessions };
  };

  it('spend the whole error between them, most of it where most runs come', () => {
    const all = Array.from({ length: MOST_INTERIM_ANALYSES }, (_, at) => shareOf(at));
    expect(Math.min(...all)).toBeGreaterThan(0);
    expect(all.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
    const later = all.slice(2);
    expect(half + end).toBeGreaterThan(0.5);
    expect(later).toEqual(later.toSorted((one, other) => other - one));
    expect(shareOf(MOST_INTERIM_ANALYSES)).toBe(0);
  });

  it('come half way, at the end of the time and after each Keep going', () => {
    expect(interimTimes(plan).slice(0, 4)).toEqual([15_000, 30_000, 40_000, 50_000]);
    expect(interimTimes(plan)).toHaveLength(MOST_INTERIM_ANALYSES);
  });

  it.each<[string, string, ReturnType<typeof runOf>, number, number]>([
    ['a settled workload that of the one that settled it', 'calls', runOf(14), half, more],
    ['an undecided one that of the last, and the next its own', 'streams', runOf(14), end, more],
    ['a run that broke off after one the rest', 'streams', runOf(17), 1 - half - end, more],
    ['a run that broke off before any all of it', 'streams', runOf(14, []), 1, half],
    ['a run of a given time all of it', 'calls', runOf(14, [], 'time'), 1, 1],
    ['a run of given rounds all of it', 'calls', runOf(14, [], 'fixed'), 1, 1],
  ])('give %s', (_, workload, run, share, nextShare) => {
    const found = shareIn(run, workload);
    expect([found.share, found.nextShare]).toEqual([expect.closeTo(share, 12), nextShare]);
  });
});
