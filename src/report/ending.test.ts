import { describe, expect, it } from 'vitest';
import { noticeNames, type Turn } from '../harness/record/index.ts';
import type { Progress, RunEnded } from '../harness/run/index.ts';
import { noticeText, progressText, spentText } from './ending.ts';
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
      'Done: about 15 s of measuring (120 turns in 15 sessions; connecting took about 2 s of it).',
    );
    expect({ heading, caution }).toEqual({ heading: 'Your result', caution: undefined });
  });

  it('is said of one that decided everything, which may not go on', () => {
    const { summary, canGoOn } = untilDecided(15, { type: 'complete', because: 'decided' });
    expect(spaced(summary)).toBe(
      'Done: everything was decided in about 15 s of measuring (120 turns in 15 sessions; connecting took about 2 s of it).',
    );
    expect(canGoOn).toBe(false);
  });

  it('is said of one whose time was over, and it may go on', () => {
    const shown = untilDecided(15, { type: 'complete', because: 'time' }, blurred);
    expect(spaced(shown.summary)).toMatch(
      /^Done: about 15 s of measuring \(120 turns in 15 sessions; .*\)\.$/,
    );
    expect(spaced(shown.goOn ?? '')).toBe('Keep going measures for about 30 s more.');
    expect(shown.canGoOn).toBe(true);
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
    expect(workloads[0]?.rows[1]?.judged).toBe('');
    expect(canGoOn).toBe(false);
  });
});

describe('a run until decided', () => {
  it('is judged by its own rule, which allots only a part of the error to a look', () => {
    const little = (turn: Turn, session: number): Turn =>
      turn.arm === 'one/in-memory'
        ? { ...turn, samplesUs: turn.samplesUs.map((us) => us * (0.68 + 0.1 * (session % 2))) }
        : turn;
    const verdict = ({ workloads }: ReturnType<typeof shownOf>) => workloads[0]?.rows[1]?.judged;
    expect(verdict(shownOf(recordFor(8, little)))).toBe('slower');
    const open = untilDecided(8, { type: 'complete', because: 'time' }, little);
    expect(verdict(open)).toMatch(/^undecided, .* more$/);
  });
});

describe('noticeText', () => {
  it.each(noticeNames)('says %s in at most 25 words that end', (name) => {
    const text = noticeText({ name, by: 0.12 }, 'sessions');
    expect(text.split(' ').length).toBeLessThanOrEqual(25);
    expect(text).toMatch(/^[A-Z].*\.$/);
  });

  it.each([
    [
      { name: 'carry-over', by: 0.118 },
      'Its turns take up to 12 % longer after one arm than after another, so turns disturb each other.',
    ],
    [
      { name: 'load-changed', by: 0.3 },
      'The machine became busier during the run, so early and late sessions may differ.',
    ],
    [
      { name: 'load-changed', by: -0.3 },
      'The machine became less busy during the run, so early and late sessions may differ.',
    ],
    [
      { name: 'drift' },
      'Sessions grew steadily slower or faster, so the machine or the network may have changed during the run.',
    ],
    [
      { name: 'clock' },
      'The shortest operation lasts less than ten steps of the clock, so only whole turns were timed.',
    ],
  ] as const)('says of %j', (notice, sentence) => {
    expect(noticeText(notice, 'sessions')).toBe(sentence);
  });

  it('speaks of blocks where a record has them', () => {
    expect(noticeText({ name: 'clock' }, 'blocks')).toContain('only whole blocks were timed');
    expect(noticeText({ name: 'drift' }, 'blocks')).toMatch(/^Blocks grew/);
  });

  it('refuses a notice that lacks how much it is by', () => {
    expect(() => noticeText({ name: 'carry-over' }, 'sessions')).toThrow(
      'notice "carry-over": got no amount, expected how much it is by',
    );
  });
});

const progress: Progress = {
  ...{ sessions: 14, discarded: 1, workloads: 2, decided: ['a'] },
  ...{ spentMs: 12_300, untilMs: 30_000, open: true, share: 0.41, leftMs: 18_000 },
};
const words = (change: Partial<Progress>) => {
  const changed = { ...progress, ...change };
  return [spentText(changed), progressText(changed, (id) => id.toUpperCase())].map(spaced);
};

it('tells of a run until decided what is decided, and the most that is left', () => {
  expect(words({})).toEqual([
    '12 s of at most 30 s',
    '14 sessions, 1 turn discarded · at most about 18 s left · decided: A',
  ]);
  expect(words({ decided: [] })[1]).toMatch(/ · at most about 18 s left$/);
  expect(words({ decided: ['a', 'b'] })[1]).toMatch(/ · decided: everything$/);
});

it('tells of a run of fixed length only how far it is', () => {
  expect(words({ open: false, discarded: 0 })).toEqual([
    '12 s of 30 s',
    '14 sessions · about 18 s left',
  ]);
  expect(words({ open: false, untilMs: undefined, leftMs: undefined, sessions: 1 })).toEqual([
    '12 s',
    '1 session, 1 turn discarded',
  ]);
});
