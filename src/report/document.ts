import { blocksPerRound, type Study } from '../harness/plan/index.ts';
import type { Lack, MeasuredRecord } from '../harness/record/index.ts';
import type { RunEnded } from '../harness/run/index.ts';
import {
  analyse,
  type Analysis,
  type ArmSummary,
  type Comparison,
  type Notice,
  roundsOf,
  type TwinCheck,
} from '../harness/statistics/index.ts';
import { obstacles } from './obstacles.ts';

/** The document of `--json`. Times are in ms, ratios are arm ÷ reference, levels are fractions. */
export interface Report {
  record: {
    study: string;
    startedAt: string;
    seed: number;
    rule: MeasuredRecord['plan']['rule'];
    /** Rounds planned, and rounds begun. */
    rounds: { planned: number; run: number };
    blocks: { planned: number; run: number; void: number };
    /** Why each void block is void. */
    voids: Array<{ round: number; arm: string; workload: string; reason: string; detail: string }>;
    partial: boolean;
    /** How it ended: `rounds`, `decided`, `time`, `cancelled` or `lost`. */
    ended: string;
    publishable: boolean;
    /** What keeps it from being published. */
    obstacles: string[];
    environment: MeasuredRecord['environment'];
  };
  arms: ArmSummary[];
  /** Arms that cannot do a workload, and were therefore not run in it. */
  cannot: Lack[];
  comparisons: {
    reference: string;
    /** Half-width of what counts as equal, as a fraction. */
    margin: number;
    /** Number of subjects’ comparisons that the verdicts are corrected for (Holm). */
    corrected: number;
    /** False for a run that was stopped by hand: its length was not chosen before it began. */
    verdictsHold: boolean;
    subjects: Comparison[];
    others: Comparison[];
    /** Mean time of a round, in ms. */
    roundMs: number;
  };
  twins: TwinCheck[];
  notices: Notice[];
}

/** Everything that programs may want to know of a run. */
export function reportOf(
  { reference, subjects, margin }: Pick<Study<never>, 'reference' | 'subjects' | 'margin'>,
  record: MeasuredRecord,
  end: RunEnded,
): Report {
  const { plan, blocks } = record;
  const { rule } = plan;
  const analysis: Analysis = analyse(record, { reference, subjects, margin, rule });
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
      rounds: { planned: plan.rounds, run: roundsOf(record) },
      blocks: {
        planned: plan.rounds * blocksPerRound(plan),
        run: blocks.length,
        void: voids.length,
      },
      voids,
      partial: record.partial === true,
      ended: end.type === 'complete' ? end.because : end.type,
      publishable: inTheWay.length === 0,
      obstacles: inTheWay,
      environment: record.environment,
    },
    arms: analysis.arms,
    cannot: plan.cannot ?? [],
    comparisons: {
      reference,
      margin,
      corrected: analysis.corrected,
      verdictsHold: end.type !== 'cancelled',
      subjects: analysis.subjects,
      others: analysis.others,
      roundMs: analysis.roundMs,
    },
    twins: analysis.twins,
    notices: analysis.notices,
  };
}
