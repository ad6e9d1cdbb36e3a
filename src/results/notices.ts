/** Oddities of a run in sentences, and obstacles to publishing its record. */
import type { DiscardReason, SessionRecord } from '../core/record/index.ts';
import { cellsOf, type ArmFailure, type Notice } from '../core/statistics/index.ts';
import { formatCount, formatPercent } from './numbers/format.ts';

const sentences: Readonly<Record<Notice['name'], (by: number) => string>> = {
  clock: () =>
    'The shortest operation lasts less than ten steps of the clock, so only whole turns were timed.',
  late: () => 'The client sent calls late by more than a tenth of their median time.',
  drift: (by) =>
    by === 0
      ? 'Times grew or fell from session to session, so the machine or the network may have changed during the run.'
      : `Its ratio changed by ${formatPercent(by)} from the first quarter of a launch to the last, so it is withheld.`,
  'two-humps': () =>
    'Times fall into two groups with little between them, so one median does not describe them.',
  'delayed-ack': () =>
    'Some operations take about 40 ms more than the rest, as when a sender waits for a delayed acknowledgement (Nagle).',
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

/** Something that keeps a record from being published. */
export interface Obstacle {
  /** A phrase: `it is partial`. */
  what: string;
  /** The flag with which an author publishes it all the same; absent where nothing allows it. */
  allow?: 'allow-dirty' | 'allow-stale' | 'allow-partial';
}

/** Nothing where the record may be published. */
export function obstacles(record: SessionRecord): Obstacle[] {
  const { environment, partial, plan } = record;
  const { setting, commit, dirty, stale, outside = [] } = environment;
  const changed = outside.filter((each) => each.changed).map(({ label }) => label);
  const found: Array<Obstacle | false> = [
    setting === 'preview' && { what: 'it was taken from a preview' },
    cellsOf([record]).every(({ units }) => units.length === 0) && { what: 'nothing in it counts' },
    changed.length > 0 && { what: `the files of ${changed.join(', ')} changed meanwhile` },
    (plan.reference ?? plan.subjects) !== undefined && {
      what: 'it compares other configurations than its study does',
    },
    partial === true && { what: 'it is partial', allow: 'allow-partial' },
    commit === undefined && { what: 'its commit is not known', allow: 'allow-dirty' },
    dirty === true && { what: 'its code differs from its commit', allow: 'allow-dirty' },
    stale === true && {
      what: 'its Workers ran another commit than its client',
      allow: 'allow-stale',
    },
  ];
  return found.filter((each) => each !== false);
}
