/** What a run found, small enough to be kept and sent: all that its first screen says and draws. */
import { quantileSorted } from 'simple-statistics';
import type { Environment, MeasuredRecord, SessionRecord } from '../harness/record/index.ts';
import type { RunEnded } from '../harness/run/index.ts';
import {
  type Analysis,
  cellsOf,
  type Comparison,
  type ControlCheck,
  endsOf,
  type FlatRatio,
  flatRatio,
  oncePerFrozen,
  sortedSamplesUs,
  spentMs,
} from '../harness/statistics/index.ts';

/** How a run ended, or what is known of that in a record that was published: it was whole. */
export type Ending = RunEnded['type'];

/** The shares at which a distribution is kept. */
export const QUANTILES = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99] as const;

/** What a run found. Plain data, so that it can be packed into a link. */
export interface Finding {
  /** Id of the study. */
  study: string;
  /** ISO 8601, in UTC. */
  startedAt: string;
  seed: number;
  end: Ending;
  /** How long it took, connecting and all, in ms; absent in records of schema 1 and older findings. */
  tookMs?: number | undefined;
  plan: {
    rule: MeasuredRecord['plan']['rule'];
    /** Time planned on the clock, in ms; absent for a run of fixed rounds. */
    budgetMs?: number | undefined;
    /** Rounds planned; with a fixed number of them alone. */
    rounds?: number | undefined;
    arms: string[];
    workloads: string[];
    /** What was asked otherwise than the study does. */
    reference?: string | undefined;
    subjects?: string[] | undefined;
  };
  environment: Pick<
    Environment,
    'setting' | 'origin' | 'network' | 'runtime' | 'platform' | 'colo' | 'thread' | 'clockStepUs'
  >;
  /** In the order of the plan. */
  workloads: WorkloadFinding[];
}

export interface WorkloadFinding {
  id: string;
  /** Every arm against the reference, the A/A control among them. */
  ratios: RatioFinding[];
  /** Every arm that counted. */
  arms: ArmFinding[];
}

/** An arm's time ÷ the reference's. */
export interface RatioFinding extends FlatRatio, Pick<Comparison, 'arm' | 'verdict'> {
  /** Level at which its interval holds. */
  level?: number;
  /** Time that is still needed for even odds of a decision, in ms; of undecided ones, if it is known. */
  neededMs?: number;
  /** Of the A/A control: why the workload tells nothing, or less than it should. */
  flaw?: NonNullable<ControlCheck['flaw']>;
}

/** What an arm took for one operation, in ms. */
export interface ArmFinding {
  arm: string;
  median: number;
  low?: number;
  high?: number;
  /** Median of a bare round trip on its socket, which ran no code on the server; where it has one. */
  network?: number;
  /** Of all its samples, at {@link QUANTILES}. */
  quantiles: number[];
}

/** The finding of a record. @param analysis of the same record */
export function findingOf(record: MeasuredRecord, analysis: Analysis, end: Ending): Finding {
  const known = findingsOf(record);
  const finding = known.get(analysis) ?? makeFinding(record, analysis, end);
  known.set(analysis, finding);
  return finding.end === end ? finding : { ...finding, end };
}

/** What a plan asks otherwise than its study; nothing where it is all the study’s own. */
function askedIn({ reference, subjects }: SessionRecord['plan']) {
  return { ...(reference !== undefined && { reference }), ...(subjects && { subjects }) };
}

/** What was found in a record that is done. */
const findingsOf = oncePerFrozen<MeasuredRecord, WeakMap<Analysis, Finding>>(() => new WeakMap());

function makeFinding(record: MeasuredRecord, analysis: Analysis, end: Ending): Finding {
  const { study, startedAt, seed, plan, environment } = record;
  const { setting, origin, network, runtime, platform, colo, thread, clockStepUs } = environment;
  const budgetMs = 'budgetMs' in plan ? plan.budgetMs : undefined;
  const { rule, rounds, arms, workloads } = plan;
  const asked = 'sessions' in record ? askedIn(record.plan) : {};
  const cells = cellsOf(record);
  const compared = [...analysis.subjects, ...analysis.others, ...analysis.controls];
  return {
    ...{ study, startedAt, seed, end },
    ...('sessions' in record && { tookMs: Math.round(spentMs(record.sessions)) }),
    plan: { rule, ...(rule === 'fixed' ? { rounds } : { budgetMs }), arms, workloads, ...asked },
    environment: { setting, origin, network, runtime, platform, colo, thread, clockStepUs },
    workloads: workloads.map((id) => ({
      id,
      ratios: compared.filter(({ workload }) => workload === id).flatMap(ratioFinding),
      arms: analysis.arms
        .filter(({ workload }) => workload === id)
        .flatMap(({ arm, msPerOperation, networkMs: network }): ArmFinding[] => {
          const cell = cells.find((each) => each.workload === id && each.arm === arm);
          if (msPerOperation === undefined || cell === undefined) return [];
          const { estimate, interval } = msPerOperation;
          const samples = sortedSamplesUs(cell);
          const quantiles = QUANTILES.map((share) => quantileSorted(samples, share) / 1000);
          return [
            {
              arm,
              median: estimate,
              ...endsOf(interval),
              ...(network !== undefined && { network }),
              quantiles,
            },
          ];
        }),
    })),
  };
}

/** The same without what a figure of these arms’ times does not need. */
export function withoutDetail(finding: Finding, of: readonly string[]): Finding {
  return {
    ...finding,
    workloads: finding.workloads.map(({ id, ratios, arms }) => ({
      id,
      ratios: ratios.filter(({ arm }) => of.includes(arm)),
      arms: arms
        .filter(({ arm }) => of.includes(arm))
        .map(({ arm, median, low, high }) => ({
          ...{ arm, median, quantiles: [] },
          ...(low !== undefined && high !== undefined && { low, high }),
        })),
    })),
  };
}

function ratioFinding(comparison: Comparison & { flaw?: RatioFinding['flaw'] | undefined }) {
  const { arm, ratio, verdict, neededMs, flaw } = comparison;
  if (ratio === undefined) return [];
  return [
    {
      ...{ arm, ...flatRatio(ratio), verdict },
      ...(ratio.interval && { level: ratio.interval.level }),
      ...(neededMs !== undefined && { neededMs }),
      ...(flaw && { flaw }),
    },
  ];
}
