import { expect, it } from 'vitest';
import type { Progress } from '../harness/run/index.ts';
import { progressText, spentText } from './ending.ts';
import { spaced } from './table.ts';

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
  expect(words({ decided: [] })[1]).toMatch(/ · decided: nothing yet$/);
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
