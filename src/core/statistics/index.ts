/** From samples to claims: pure functions of a record, nothing formatted. */
import { type Session, type SessionRecord, CONTROL } from '../record/index.ts';
import { type Cell, cellsOf, spentMs } from './cells.ts';
import { type Notice, notices } from './notices.ts';
import { pairedLogRatios } from './ratio.ts';
import { type ArmSummary, summarise } from './summary.ts';
import { judge, type Judgement, shareIn } from './verdict.ts';

export * from './cells.ts';
export * from './clusters.ts';
export * from './interval.ts';
export * from './notices.ts';
export * from './random-effects.ts';
export * from './ratio.ts';
export * from './summary.ts';
export * from './verdict.ts';

/** How the study compares its arms. */
export interface CompareOptions {
  /** Id of the arm that ratios are stated against. */
  reference: string;
  /** Ids of the arms whose ratio to the reference answers the question. */
  subjects: readonly string[];
  /** Half-width of what counts as equal, as a fraction: 0.05 for 5 %. */
  margin: number;
}

/** An arm against the reference in one workload. A ratio below 1 means that the arm is faster. */
export interface Comparison extends Judgement {
  arm: string;
  workload: string;
  /** Least time still needed in the workload, in ms; only when undecided. */
  neededMs: number | undefined;
}

/** The reference against itself, in one workload: the difference that only noise makes. */
export interface ControlCheck extends Comparison {
  /** Smallest difference this run could have seen, as a fraction: half the width of the A/A control's interval. */
  resolution: number | undefined;
  /**
   * A flaw of the run, said before any result: too few rounds for an interval, a control that differs from
   * itself, or noise wider than the margin.
   */
  flaw: 'no-interval' | 'differs' | 'wide' | undefined;
}

/** All ratios of a record with their verdicts. */
export interface Comparisons {
  /** Every subject in every workload that the reference can do as well, judged together. */
  subjects: Comparison[];
  /** The remaining arms, the baseline among them, in every workload; judged together too. */
  others: Comparison[];
  /** The A/A control in every workload. */
  controls: ControlCheck[];
  /** Rounds run of the workload that had most. */
  rounds: number;
}

/** Everything that is derived from one record. */
export interface Analysis extends Comparisons {
  /** One for each arm and workload, in the order of the plan, as are `arms`. */
  cells: readonly Cell[];
  arms: ArmSummary[];
  /** Oddities of the record; empty when there are none. */
  notices: Notice[];
}

/** The parts of a record, or of a run that goes on, that ratios are read from. */
type Judgeables = Pick<SessionRecord, 'plan' | 'looks' | 'sessions'>;

/**
 * Judges a record's arms against the reference. Subjects that the plan left out do not appear.
 *
 * @throws RangeError when the plan lacks the reference
 */
export function compare(
  record: Judgeables,
  { reference, subjects, margin }: CompareOptions,
  cells = cellsOf(record),
): Comparisons {
  const { arms } = record.plan;
  if (!arms.includes(reference)) {
    throw new RangeError(`reference is "${reference}", expected one of ${arms.join(', ')}`);
  }
  const groups = Map.groupBy(record.sessions, ({ workload }) => workload);
  const sessionMs = (workload: string): number => {
    const own = groups.get(workload) ?? [];
    return own.length === 0 ? 0 : spentMs(own) / own.length;
  };
  // A workload that the reference cannot do has no ratios.
  const references = new Map(
    cells.filter(({ arm }) => arm === reference).map((cell) => [cell.workload, cell]),
  );
  const judgeArms = (belongs: (arm: string) => boolean): Comparison[] => {
    const family = cells.flatMap((cell) => {
      const to = references.get(cell.workload);
      const compared = cell.arm !== reference && belongs(cell.arm);
      if (to === undefined || !compared) return [];
      const logRatios = pairedLogRatios(cell, to);
      return [{ cell, logRatios, ...shareIn(record, cell.workload) }];
    });
    return judge(family, margin).map((each, index): Comparison => {
      const { arm, workload } = family[index]?.cell as Cell;
      const { roundsNeeded } = each;
      const neededMs = roundsNeeded && roundsNeeded * sessionMs(workload);
      return { arm, workload, ...each, neededMs };
    });
  };
  const roundsOf = (sessions: readonly Session[]) =>
    sessions.reduce((sum, { turns }) => sum + new Set(turns.map(({ round }) => round)).size, 0);
  return {
    subjects: judgeArms((arm) => subjects.includes(arm)),
    others: judgeArms((arm) => arm !== CONTROL && !subjects.includes(arm)),
    controls: judgeArms((arm) => arm === CONTROL).map((control) => checkControl(control, margin)),
    rounds: Math.max(0, ...[...groups.values()].map(roundsOf)),
  };
}

function checkControl(control: Comparison, margin: number): ControlCheck {
  const interval = control.ratio?.interval;
  if (interval === undefined) return { ...control, resolution: undefined, flaw: 'no-interval' };
  const resolution = Math.sqrt(interval.high / interval.low) - 1;
  // One interval in twenty strays, and there is one for each workload and interim analysis. A control differs only
  // if it clears the stricter interval that its verdict rests on, as subjects do.
  const { low, high } = control.basis ?? interval;
  const differs = low > 1 || high < 1;
  const flaw = differs ? 'differs' : resolution > margin ? 'wide' : undefined;
  return { ...control, resolution, flaw };
}

/**
 * Derives medians, ratios, verdicts and notices from a record.
 *
 * @throws RangeError when the plan lacks the reference
 */
export function analyse(record: SessionRecord, options: CompareOptions): Analysis {
  const cells = cellsOf(record);
  return {
    cells,
    arms: cells.map(summarise),
    ...compare(record, options, cells),
    notices: notices(record, cells),
  };
}

/** Part of the margin that the interval of a ratio may reach to either side in a run that is done. */
const PRECISION = 0.5;

/** True if a workload needs no more time: every subject has its verdict, and every ratio is precise enough. */
export function isSettled(
  subjects: readonly Judgement[],
  others: readonly Judgement[],
  margin: number,
): boolean {
  const isSharp = ({ ratio }: Judgement) =>
    ratio?.interval !== undefined &&
    Math.sqrt(ratio.interval.high / ratio.interval.low) <= 1 + PRECISION * margin;
  return (
    subjects.every(({ verdict }) => verdict !== 'undecided') &&
    [...subjects, ...others].every(isSharp)
  );
}

/** The workloads that need no more time at an interim analysis. */
export function decidedIn(record: Judgeables, options: CompareOptions): string[] {
  const { subjects, others, controls } = compare(record, options);
  return record.plan.workloads.filter((workload) => {
    // An arm that was left out during the run delays no decision.
    const last = record.sessions.findLast((session) => session.workload === workload);
    const runs = new Set(last?.arms.map(({ arm }) => arm));
    if (!runs.has(options.reference)) return last !== undefined;
    const own = (each: Comparison) => each.workload === workload && runs.has(each.arm);
    return isSettled(subjects.filter(own), [...others, ...controls].filter(own), options.margin);
  });
}
