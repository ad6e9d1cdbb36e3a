/**
 * From samples to what may be claimed of them. Everything here is a pure function of a record;
 * nothing is formatted.
 */
import {
  type BlockRecord,
  type MeasuredRecord,
  type SessionRecord,
  TWIN,
} from '../record/index.ts';
import { cellsOf, loadIn, roundsOf, spentMs, wholeUs } from './cells.ts';
import { shareIn, shareOfLook } from './interim-analysis.ts';
import { notices, type Notice } from './notices.ts';
import { oncePerFrozen } from './once.ts';
import { type ArmSummary, summarise } from './summary.ts';
import { judge, type Judged, pairedLogRatios } from './verdict.ts';

/** What the study says of how its record is to be read. */
export interface CompareOptions {
  /** Id of the arm that ratios are stated against. */
  reference: string;
  /** Ids of the arms whose ratio to the reference answers the question. */
  subjects: readonly string[];
  /** Half-width of what counts as equal, as a fraction: 0.05 for 5 %. */
  margin: number;
}

/** An arm against the reference in one workload. A ratio below 1 means that the arm is faster. */
export interface Comparison extends Judged {
  arm: string;
  workload: string;
  /** Least time that is still needed in the workload, in ms; only when undecided. */
  neededMs: number | undefined;
}

/** The reference against itself, in one workload: what noise alone can do. */
export interface TwinCheck extends Comparison {
  /**
   * Smallest difference this run could have seen, as a fraction: half the width of the twin's
   * interval. Absent where there is no interval.
   */
  resolution: number | undefined;
  /** What is wrong with the run as a measure, if anything is; said before any result. */
  flaw: TwinFlaw | undefined;
}

/** Too few rounds for an interval; the twin differs from itself; the noise is wider than the margin. */
type TwinFlaw = 'no-interval' | 'differs' | 'wide';

/** All ratios of a record with their verdicts. */
export interface Comparisons {
  /** Every subject in every workload that the reference can do as well, judged together. */
  subjects: Comparison[];
  /** The remaining arms, the floor among them, in every workload; judged together too. */
  others: Comparison[];
  /** The twin in every workload. */
  twins: TwinCheck[];
  /** What is discarded or counts: a turn, or in the older layout a block. */
  unit: 'block' | 'turn';
  /** Number of comparisons that the verdicts on the subjects are corrected for. */
  corrected: number;
  /** Rounds run: of all blocks, or of the workload that had most turns. */
  rounds: number;
  /**
   * Mean time of a round in ms: connecting, pauses and timed operations, without warm-up and check,
   * which a record of blocks does not hold. Of turns, with the warm-up.
   */
  roundMs: number;
}

/** What ratios are read from: of a record, or of a run that goes on. */
export type Judgeables =
  Pick<BlockRecord, 'plan' | 'blocks'> | Pick<SessionRecord, 'plan' | 'looks' | 'sessions'>;

/**
 * Judges a record's arms against the reference. Subjects that the plan left out do not appear.
 *
 * @throws RangeError when the plan lacks the reference
 */
export function compare(
  record: Judgeables,
  { reference, subjects, margin }: CompareOptions,
): Comparisons {
  const { arms } = record.plan;
  if (!arms.includes(reference)) {
    throw new RangeError(`reference is "${reference}", expected one of ${arms.join(', ')}`);
  }
  const { rounds, roundMs, unitMs } = paceOf(record);
  const cells = cellsOf(record);
  // What the reference cannot do has no ratios.
  const references = new Map(
    cells.filter(({ arm }) => arm === reference).map((cell) => [cell.workload, cell]),
  );
  const judgeArms = (belongs: (arm: string) => boolean): Comparison[] => {
    const family = cells.flatMap((cell) => {
      const to = references.get(cell.workload);
      const compared = cell.arm !== reference && belongs(cell.arm);
      return to === undefined || !compared ? [] : [{ cell, to }];
    });
    const judged = judge(
      family.map(({ cell, to }) => ({
        logRatios: pairedLogRatios(cell, to),
        ...shareFor(record, cell.workload),
      })),
      margin,
    );
    return family.map(({ cell: { arm, workload } }, index) => {
      const each = judged[index] as Judged;
      const neededMs =
        each.roundsNeeded === undefined ? undefined : each.roundsNeeded * unitMs(workload);
      return { arm, workload, ...each, neededMs };
    });
  };
  const judgedSubjects = judgeArms((arm) => subjects.includes(arm));
  return {
    subjects: judgedSubjects,
    others: judgeArms((arm) => arm !== TWIN && !subjects.includes(arm)),
    twins: judgeArms((arm) => arm === TWIN).map((twin) => checkTwin(twin, margin)),
    unit: 'blocks' in record ? 'block' : 'turn',
    corrected: judgedSubjects.length,
    rounds,
    roundMs,
  };
}

/** How long a run's parts took, and how much of the error each workload's verdicts may spend. */
function paceOf(record: Judgeables) {
  if ('blocks' in record) {
    const rounds = roundsOf(record);
    const roundMs = rounds === 0 ? 0 : totalMs(record) / rounds;
    return { rounds, roundMs, unitMs: () => roundMs };
  }
  const groups = Map.groupBy(record.sessions, ({ workload }) => workload);
  const counts = [...groups.values()].map((own) =>
    own.reduce((sum, { turns }) => sum + new Set(turns.map(({ round }) => round)).size, 0),
  );
  const rounds = Math.max(0, ...counts);
  const all = counts.reduce((sum, each) => sum + each, 0);
  return {
    rounds,
    roundMs: all === 0 ? 0 : spentMs(record.sessions) / all,
    unitMs: (workload: string) => {
      const own = groups.get(workload) ?? [];
      return own.length === 0 ? 0 : spentMs(own) / own.length;
    },
  };
}

/**
 * Part of the error that the verdicts of a workload may spend, and that at the next interim
 * analysis: 1 for a run whose length was fixed.
 */
export function shareFor(
  record: Judgeables,
  workload: string,
): { share: number; nextShare: number } {
  if ('sessions' in record) return shareIn(record, workload);
  const { rule, rounds: planned } = record.plan;
  const rounds = roundsOf(record);
  const share = rule === 'fixed' || rounds === 0 ? 1 : shareOfLook(rounds, planned);
  return { share, nextShare: share };
}

function totalMs({ plan, blocks }: Pick<BlockRecord, 'plan' | 'blocks'>): number {
  let totalUs = 0;
  for (const block of blocks) {
    const { cold = false, pauseMs = 0 } = loadIn(plan, block.workload);
    // The sample of a cold block begins with its connection.
    totalUs += (cold ? 0 : (block.connectUs ?? 0)) + pauseMs * 1000 + wholeUs(block);
  }
  return totalUs / 1000;
}

function checkTwin(twin: Comparison, margin: number): TwinCheck {
  const interval = twin.ratio?.interval;
  if (interval === undefined) return { ...twin, resolution: undefined, flaw: 'no-interval' };
  const resolution = Math.sqrt(interval.high / interval.low) - 1;
  // One interval in twenty strays, and there is one for each workload and look: what is to flaw a run
  // has to clear the interval that its verdict rests on, as subjects do. Records of blocks keep theirs.
  const { low, high } = (twin.ratio?.sessions === undefined ? undefined : twin.basis) ?? interval;
  const differs = low > 1 || high < 1;
  const flaw = differs ? 'differs' : resolution > margin ? 'wide' : undefined;
  return { ...twin, resolution, flaw };
}

/** Everything that is derived from one record. */
export interface Analysis extends Comparisons {
  /** One for each arm and workload, in the order of the plan. */
  arms: ArmSummary[];
  /** What is odd about the record; empty when nothing is. */
  notices: Notice[];
}

/**
 * Derives medians, ratios, verdicts and notices from a record.
 *
 * @throws RangeError when the plan lacks the reference
 */
export function analyse(
  record: MeasuredRecord,
  { reference, subjects, margin }: CompareOptions,
): Analysis {
  const known = analysesOf(record);
  const key = JSON.stringify([reference, subjects, margin]);
  const analysis =
    known.get(key) ??
    Object.freeze({
      arms: cellsOf(record).map((cell) => summarise(cell, record.environment.clockStepUs)),
      ...compare(record, { reference, subjects, margin }),
      notices: notices(record),
    });
  known.set(key, analysis);
  return analysis;
}

/** What was derived of a record that is done, by how it was to be read. */
const analysesOf = oncePerFrozen((_: MeasuredRecord) => new Map<string, Analysis>());

/** Part of the margin that the interval of a ratio may reach to either side in a run that is done. */
const PRECISION = 0.5;

/**
 * Whether a workload needs no more time: every subject has its verdict, and no ratio’s interval
 * reaches further than half the margin to either side, so that what is decided early is not decided
 * on a blur.
 */
export function isSettled(
  subjects: readonly Judged[],
  others: readonly Judged[],
  margin: number,
): boolean {
  const isSharp = ({ ratio }: Judged) =>
    ratio?.interval !== undefined &&
    Math.sqrt(ratio.interval.high / ratio.interval.low) <= 1 + PRECISION * margin;
  return (
    subjects.every(({ verdict }) => verdict !== 'undecided') &&
    [...subjects, ...others].every(isSharp)
  );
}

/** Says which workloads need no more time at an interim analysis. */
export function look(
  record: Pick<SessionRecord, 'plan' | 'looks' | 'sessions'>,
  options: CompareOptions,
): { decided: string[]; comparisons: Comparisons } {
  const comparisons = compare(record, options);
  const { subjects, others, twins } = comparisons;
  const decided = record.plan.workloads.filter((workload) => {
    // An arm that was left out on the way holds nobody up.
    const last = record.sessions.findLast((session) => session.workload === workload);
    const runs = new Set(last?.arms.map(({ arm }) => arm));
    if (!runs.has(options.reference)) return last !== undefined;
    const own = (each: Comparison) => each.workload === workload && runs.has(each.arm);
    return isSettled(subjects.filter(own), [...others, ...twins].filter(own), options.margin);
  });
  return { decided, comparisons };
}
