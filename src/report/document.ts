import { blocksPerRound, type Study } from '../harness/plan/index.ts';
import type { MeasuredRecord } from '../harness/record/index.ts';
import type { RunEnded } from '../harness/run/index.ts';
import { analyse, roundsOf } from '../harness/statistics/index.ts';
import { obstacles } from './obstacles.ts';

/** The document of `--json`. */
export type Report = ReturnType<typeof reportOf>;

/**
 * Everything that programs may want to know of a run. Times are in ms, ratios are arm ÷ reference,
 * levels are fractions.
 */
export function reportOf(
  { reference, subjects, margin }: Pick<Study<never>, 'reference' | 'subjects' | 'margin'>,
  record: MeasuredRecord,
  end: RunEnded,
) {
  const { plan, blocks } = record;
  const { rule } = plan;
  const analysis = analyse(record, { reference, subjects, margin, rule });
  const inTheWay = obstacles(record).map(({ what }) => what);
  const voids = blocks.flatMap(({ round, arm, workload, void: reason, detail = '' }) =>
    reason === undefined ? [] : [{ round, arm, workload, reason, detail }],
  );
  return {
    record: {
      study: record.study,
      startedAt: record.startedAt,
      seed: record.seed,
      rule,
      /** Rounds planned, and rounds begun. */
      rounds: { planned: plan.rounds, run: roundsOf(record) },
      blocks: {
        planned: plan.rounds * blocksPerRound(plan),
        run: blocks.length,
        void: voids.length,
      },
      /** Why each void block is void. */
      voids,
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
    twins: analysis.twins,
    notices: analysis.notices,
  };
}
