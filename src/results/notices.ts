/** Oddities of a run in sentences. */
import type { DiscardReason } from '../core/record/index.ts';
import type { ArmFailure, Notice } from '../core/statistics/index.ts';
import { formatCount, formatPercent } from './numbers/format.ts';

const sentences: Readonly<Record<Notice['name'], (by: number) => string>> = {
  clock: () =>
    'The shortest operation lasts less than ten steps of the clock, so only whole turns were timed.',
  drift: (by) =>
    by === 0
      ? 'Times grew or fell from session to session, so the machine or the network may have changed during the run.'
      : `Its ratio changed by ${formatPercent(by)} from the first quarter of a launch to the last, so it is withheld.`,
  'two-humps': () =>
    'Times fall into two groups with little between them, so one median does not describe them.',
  busy: () => 'The machine was busy when the run began, so times may be longer than they need be.',
  'load-changed': (by) =>
    `The machine became ${by > 0 ? 'busier' : 'less busy'} during the run, so early and late sessions may differ.`,
  'carry-over': (by) =>
    `Its turns take up to ${Math.round(by * 100)} % longer after one configuration than after another.`,
};

/** A notice as a sentence. */
export function noticeText({ name, by = 0 }: Notice): string {
  return sentences[name](by);
}

const reasons: Readonly<Record<DiscardReason, string>> = {
  check: 'wrong outcome',
  closed: 'connection lost',
  connect: 'did not connect',
  error: 'call failed',
  hidden: 'page hidden',
  kept: 'connection was not new',
  stalled: 'stalled',
};

/** Why turns did not count: `stalled`. */
export function reasonName(reason: DiscardReason): string {
  return reasons[reason];
}

/** `stalled in 3 of 3 sessions: no answer within 5,000 ms` */
export function failureSentence({ reason, detail, sessions, of }: ArmFailure): string {
  const found = `${reasons[reason]} in ${formatCount(sessions)} of ${formatCount(of)} sessions`;
  return detail === undefined ? found : `${found}: ${detail.replace(/^a turn: /, '')}`;
}
