import { describe, expect, it } from 'vitest';
import type { RunEnded } from '../harness/run/index.ts';
import { correction } from './ending.ts';
import { spaced } from './table.ts';
import { recordFor, shownOf } from './testing/study.ts';

/** What is shown of so many rounds of a run until decided. */
function untilDecided(rounds: number, end: RunEnded) {
  const record = recordFor(rounds);
  return shownOf({ ...record, plan: { ...record.plan, rounds: 40, rule: 'until-decided' } }, end);
}

describe('a run until decided', () => {
  it.each([
    [9, 'decided', 'Done: everything was decided after 9 rounds of at most 40 (36 blocks).'],
    [
      40,
      'rounds',
      'Done: 40 rounds of at most 40 (160 blocks) were run, and not everything is decided.',
    ],
    [
      11,
      'time',
      'Done: the 10 minutes that such a run may take were over after 11 rounds of at most 40 (44 blocks), and not everything is decided.',
    ],
  ] as const)('of %d rounds says why it stopped: %s', (rounds, because, words) => {
    const { summary, heading, caution } = untilDecided(rounds, { type: 'complete', because });
    expect(spaced(summary)).toBe(words);
    expect({ heading, caution }).toEqual({ heading: 'Your result', caution: undefined });
  });

  it('is judged by its own rule, which allots only a part of the error to a look', () => {
    const fixed = shownOf(recordFor(9)).workloads[0]?.ratios[0];
    const { workloads } = untilDecided(9, { type: 'complete', because: 'decided' });
    const own = workloads[0]?.ratios[0];
    expect(own?.verdict).toBe('Slower');
    expect(own?.low).toBeLessThan(fixed?.low ?? 0);
  });

  it('gives no verdict when it is stopped by hand', () => {
    const { caution } = untilDecided(3, { type: 'cancelled' });
    expect(caution).toContain('a run that ends by its own rule');
  });
});

describe('correction', () => {
  const complete = { type: 'complete', because: 'rounds' } as const;

  it('names the comparisons and the interim analyses', () => {
    expect(correction({ corrected: 6 }, 'fixed', complete)).toMatch(
      /^The verdicts are corrected for the number of comparisons, 6 here \(Holm’s method\): /,
    );
    expect(correction({ corrected: 6 }, 'until-decided', complete)).toContain(
      '(Holm’s method) and for the interim analyses on the way (alpha spending)',
    );
  });

  it('has nothing to say of one comparison, or where there are no verdicts', () => {
    expect(correction({ corrected: 1 }, 'fixed', complete)).toBeUndefined();
    expect(correction({ corrected: 6 }, 'fixed', { type: 'cancelled' })).toBeUndefined();
  });
});
