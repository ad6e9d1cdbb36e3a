/** A run as one JSON document for programs, and what keeps its record from being published. */
import { isOutside, type Study } from '../harness/plan/index.ts';
import type { MeasuredRecord, SessionRecord } from '../harness/record/index.ts';
import type { RunEnded } from '../harness/run/index.ts';
import { analyse, cellsOf, spentMs, unitsOf } from '../harness/statistics/index.ts';
import { noticeText } from './ending.ts';

/** Something that keeps a record from being published. */
export interface Obstacle {
  /** A phrase: `it is partial`. */
  what: string;
  /** The flag with which an author publishes it all the same; absent where nothing allows it. */
  allow?: 'allow-dirty' | 'allow-stale' | 'allow-partial';
}

/** What keeps a record from being published; nothing when it may be. */
export function obstacles(record: MeasuredRecord): Obstacle[] {
  const { environment, partial } = record;
  const { setting, commit, dirty, stale, outside = [] } = environment;
  const changed = outside.filter((each) => each.changed).map(({ label }) => label);
  const found: Array<Obstacle | false> = [
    setting === 'preview' && { what: 'it was taken from a preview' },
    cellsOf(record).every(({ units }) => units.length === 0) && { what: 'nothing in it counts' },
    changed.length > 0 && { what: `the files of ${changed.join(', ')} changed meanwhile` },
    'sessions' in record &&
      (record.plan.reference ?? record.plan.subjects) !== undefined && {
        what: 'it compares other arms than its study does',
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

/** The document of `--json`. */
export type Report = ReturnType<typeof reportOf>;

/**
 * Everything that programs may want to know of a run. Times are in ms, ratios are arm ÷ reference,
 * levels are fractions.
 */
export function reportOf(
  { reference, subjects, margin }: Pick<Study<never>, 'reference' | 'subjects' | 'margin'>,
  record: SessionRecord,
  end: RunEnded,
) {
  const { plan, sessions, looks, pilots } = record;
  const { rule } = plan;
  const analysis = analyse(record, { reference, subjects, margin });
  const inTheWay = obstacles(record).map(({ what }) => what);
  const units = unitsOf(record);
  const voids = units.flatMap(({ workload, unit }) => {
    const { session, round, arm, void: reason, detail = '' } = unit;
    return reason === undefined ? [] : [{ session, round, arm, workload, reason, detail }];
  });
  const total = (of: (each: (typeof sessions)[number]) => number) =>
    sessions.reduce((sum, each) => sum + of(each), 0) / 1000;
  return {
    record: {
      study: record.study,
      startedAt: record.startedAt,
      seed: record.seed,
      rule,
      /** Rounds planned of every workload, in a run of fixed rounds. */
      rounds: plan.rounds,
      /** Time planned on the clock, in ms, and what each Keep going may add. */
      budgetMs: plan.budgetMs,
      moreMs: plan.moreMs,
      /** Time spent on the clock, in ms: in turns, warm-up and opening. */
      spentMs: spentMs(sessions),
      turnsMs: total(({ turnsUs }) => turnsUs),
      warmUpMs: total(({ warmUpUs }) => warmUpUs),
      openMs: total(({ openUs }) => openUs),
      sessions: sessions.length,
      turns: { run: units.length, void: voids.length },
      /** Why each discarded turn is discarded. */
      voids,
      /** What a turn and a session are, by workload. */
      pilots,
      /** The interim analyses that were made. */
      looks,
      partial: record.partial === true,
      /** How it ended: `rounds`, `decided`, `time`, `cancelled` or `lost`. */
      ended: end.type === 'complete' ? end.because : end.type,
      publishable: inTheWay.length === 0,
      /** What keeps it from being published. */
      obstacles: inTheWay,
      environment: record.environment,
    },
    arms: analysis.arms,
    /** Arms that cannot do a workload, and were therefore not run in it. */
    cannot: plan.cannot ?? [],
    comparisons: {
      reference,
      /** Half-width of what counts as equal, as a fraction. */
      margin,
      /** Number of subjects’ comparisons that the verdicts are corrected for (Holm). */
      corrected: analysis.corrected,
      /** False for a run that was stopped by hand: its length was not chosen before it began. */
      verdictsHold: end.type !== 'cancelled',
      subjects: analysis.subjects,
      others: analysis.others,
      /** Mean time of a round, in ms. */
      roundMs: analysis.roundMs,
    },
    twins: analysis.controls,
    notices: analysis.notices.map((notice) => ({
      ...notice,
      text: noticeText(notice, 'sessions'),
    })),
  };
}

/**
 * What to do where nothing counted of a contestant from outside, which stands among much else in a report.
 *
 * @returns a line for each arm and what became of it; none where something counted of all that it was asked
 */
export function nothingCounted({ record, arms }: Pick<Report, 'record' | 'arms'>): string[] {
  const { labels = {}, outside = [], setting } = record.environment;
  const failed = arms.flatMap(({ arm, workload, counted, failure }) =>
    isOutside(arm) && counted === 0 && failure !== undefined ? [{ arm, workload, failure }] : [],
  );
  const alike = Map.groupBy(failed, ({ arm, failure }) => `${arm} ${failure.detail}`);
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { arm, workload, failure } = first;
    const workloads = [workload, ...others.map((each) => each.workload)].join(', ');
    const { detail = failure.reason } = failure;
    const what = `${labels[arm] ?? arm}: nothing counted of ${workloads}: ${detail}.`;
    if (/\b(counter|peer)\.\w+ is not a function$/.test(detail))
      return `${what} Add it to the operations, or name the workload under cannot of the arm.`;
    if (setting !== 'workerd' || failure.reason !== 'connect') return what;
    return outside.some(({ id, served }) => arm.startsWith(`outside:${id}/`) && served === 'bench')
      ? `${what} It has no wrangler.jsonc, so it was called at the bench here: npx roundtrip init object writes one.`
      : `${what} ROUNDTRIP_VERBOSE=1 shows what its Worker says.`;
  });
}
