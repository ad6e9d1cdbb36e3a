import { describe, expect, it } from 'vitest';
import type { Turn } from '../harness/record/index.ts';
import type { RunEnded } from '../harness/run/index.ts';
import { correction, neededMs } from './ending.ts';
import { spaced } from './table.ts';
import { recordFor, shownOf } from './testing/study.ts';

const WORK = { budgetMs: 15_000, moreMs: 30_000 };

/** What is shown of so many sessions of a run until decided, with a look at their end. */
function untilDecided(sessions: number, end: RunEnded, change?: Parameters<typeof recordFor>[1]) {
  const { plan, ...record } = recordFor(sessions, change);
  delete plan.rounds;
  const looks = [{ atMs: 600, workloads: { work: sessions } }];
  return shownOf({ ...record, plan: { ...plan, ...WORK, rule: 'until-decided' }, looks }, end);
}

/** The subject’s time is anybody’s guess. */
const blurred = (turn: Turn, session: number): Turn =>
  turn.arm === 'one/in-memory'
    ? { ...turn, samplesUs: turn.samplesUs.map((us) => us * (0.3 + 0.2 * (session % 5))) }
    : turn;

describe('how a run ended', () => {
  it('is said of one whose length was given', () => {
    const { summary, heading, caution } = shownOf(recordFor(15));
    expect(spaced(summary)).toBe(
      'Done: about 15 s of measuring (120 turns in 15 sessions; connecting took about 2 s).',
    );
    expect({ heading, caution }).toEqual({ heading: 'Your result', caution: undefined });
  });

  it('is said of one that decided everything, which may not go on', () => {
    const { summary, canGoOn } = untilDecided(15, { type: 'complete', because: 'decided' });
    expect(spaced(summary)).toBe(
      'Done: everything was decided in about 15 s of measuring (120 turns in 15 sessions; connecting took about 2 s).',
    );
    expect(canGoOn).toBe(false);
  });

  it('is said of one whose time was over, with what is undecided, and it may go on', () => {
    const { summary, canGoOn } = untilDecided(15, { type: 'complete', because: 'time' }, blurred);
    expect(spaced(summary)).toMatch(
      /^Done: about 15 s of measuring \(120 turns in 15 sessions; .*\)\. 1 comparison is undecided, which would take .+ more\.$/,
    );
    expect(canGoOn).toBe(true);
  });

  it('is said of one that was stopped by hand, which gets no verdict and may not go on', () => {
    const { summary, heading, caution, canGoOn, workloads } = untilDecided(
      15,
      { type: 'cancelled' },
      blurred,
    );
    expect(spaced(summary)).toMatch(/^Stopped after about 15 s of measuring \(120 turns/);
    expect(spaced(heading)).toBe('Your result, after about 15 s');
    expect(caution).toContain('a run that ends by its own rule');
    expect(workloads[0]?.ratios[0]?.verdict).toBeUndefined();
    expect(canGoOn).toBe(false);
  });
});

describe('a run until decided', () => {
  it('is judged by its own rule, which allots only a part of the error to a look', () => {
    const little = (turn: Turn, session: number): Turn =>
      turn.arm === 'one/in-memory'
        ? { ...turn, samplesUs: turn.samplesUs.map((us) => us * (0.68 + 0.1 * (session % 2))) }
        : turn;
    const verdict = ({ workloads }: ReturnType<typeof shownOf>) => workloads[0]?.ratios[0]?.verdict;
    expect(verdict(shownOf(recordFor(8, little)))).toBe('Slower');
    const open = untilDecided(8, { type: 'complete', because: 'time' }, little);
    expect(verdict(open)).toMatch(/^Undecided: needs .* more$/);
  });
});

describe('the time that is still needed', () => {
  it('is that of the neediest comparison of each workload', () => {
    const of = (workload: string, ms: number | undefined) => ({ workload, neededMs: ms }) as never;
    const subjects = [of('a', 1000), of('a', 5000), of('b', undefined), of('c', 200)];
    expect(neededMs({ subjects })).toBe(5200);
    expect(neededMs({ subjects: [] })).toBe(0);
  });
});

describe('correction', () => {
  const complete = { type: 'complete', because: 'rounds' } as const;

  it('names the comparisons and the interim analyses', () => {
    expect(correction({ corrected: 6 }, 'fixed', complete)).toMatch(
      /^The verdicts are corrected for the number of comparisons, 6 here \(Holm’s method\): /,
    );
    expect(correction({ corrected: 6 }, 'until-decided', complete)).toContain(
      '(Holm’s method) and for the interim analyses, those of Keep going included (alpha spending)',
    );
  });

  it('has nothing to say of one comparison, or where there are no verdicts', () => {
    expect(correction({ corrected: 1 }, 'fixed', complete)).toBeUndefined();
    expect(correction({ corrected: 6 }, 'fixed', { type: 'cancelled' })).toBeUndefined();
  });
});
