/**
 * From samples to what may be claimed of them. Everything here is a pure function of a record;
 * nothing is formatted.
 */
import { blocksPerRound } from '../plan/index.ts';
import { type MeasuredRecord, type StoppingRule, TWIN } from '../record/index.ts';
import { planLooks, shareOfLook } from './interim-analysis.ts';
import { notices, type Notice } from './notices.ts';
import {
  type ArmSummary,
  type Cell,
  cellsOf,
  loadIn,
  roundsOf,
  summarise,
  wholeUs,
} from './summary.ts';
import { judge, type Judged, pairedLogRatios } from './verdict.ts';

/** What the study says of how its record is to be read. */
interface CompareOptions {
  /** Id of the arm that ratios are stated against. */
  reference: string;
  /** Ids of the arms whose ratio to the reference answers the question. */
  subjects: readonly string[];
  /** Half-width of what counts as equal, as a fraction: 0.05 for 5 %. */
  margin: number;
  /** How the run was to end. */
  rule: StoppingRule;
}

/** An arm against the reference in one workload. A ratio below 1 means that the arm is faster. */
export interface Comparison extends Judged {
  arm: string;
  workload: string;
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
  /** Number of comparisons that the verdicts on the subjects are corrected for. */
  corrected: number;
  /** Rounds run. */
  rounds: number;
  /**
   * Mean time of a round in ms: connecting, pauses and timed operations, without warm-up and check,
   * which a record does not hold. Times `roundsNeeded` it is the least time that is still needed.
   */
  roundMs: number;
}

/**
 * Judges a record's arms against the reference. Subjects that the plan left out do not appear.
 *
 * @throws RangeError when the plan lacks the reference
 */
export function compare(
  record: Pick<MeasuredRecord, 'plan' | 'blocks'>,
  { reference, subjects, margin, rule }: CompareOptions,
): Comparisons {
  const { arms, rounds: maxRounds } = record.plan;
  if (!arms.includes(reference)) {
    throw new RangeError(`reference is "${reference}", expected one of ${arms.join(', ')}`);
  }
  const rounds = roundsOf(record);
  const share = rule === 'fixed' || rounds === 0 ? 1 : shareOfLook(rounds, maxRounds);
  const cells = cellsOf(record);
  // What the reference cannot do has no ratios.
  const referred = new Set(
    cells.filter(({ arm }) => arm === reference).map(({ workload }) => workload),
  );
  const judgeArms = (belongs: (arm: string) => boolean): Comparison[] => {
    const family = cells.filter(
      ({ arm, workload }) => arm !== reference && belongs(arm) && referred.has(workload),
    );
    const logRatios = family.map((cell) =>
      pairedLogRatios(cell, referenceOf(cells, cell, reference)),
    );
    return judge(logRatios, margin, share).map((judged, index) => {
      const { arm, workload } = family[index] as Cell;
      return { arm, workload, ...judged };
    });
  };
  const judgedSubjects = judgeArms((arm) => subjects.includes(arm));
  return {
    subjects: judgedSubjects,
    others: judgeArms((arm) => arm !== TWIN && !subjects.includes(arm)),
    twins: judgeArms((arm) => arm === TWIN).map((twin) => checkTwin(twin, margin)),
    corrected: judgedSubjects.length,
    rounds,
    roundMs: rounds === 0 ? 0 : totalMs(record) / rounds,
  };
}

function totalMs({ plan, blocks }: Pick<MeasuredRecord, 'plan' | 'blocks'>): number {
  let totalUs = 0;
  for (const block of blocks) {
    const { cold = false, pauseMs = 0 } = loadIn(plan, block.workload);
    // The sample of a cold block begins with its connection.
    totalUs += (cold ? 0 : (block.connectUs ?? 0)) + pauseMs * 1000 + wholeUs(block);
  }
  return totalUs / 1000;
}

function referenceOf(cells: readonly Cell[], cell: Cell, reference: string): Cell {
  const found = cells.find(({ arm, workload }) => arm === reference && workload === cell.workload);
  // Only cells of workloads that the reference can do are compared.
  return found ?? { ...cell, arm: reference, counted: new Map() };
}

function checkTwin(twin: Comparison, margin: number): TwinCheck {
  const interval = twin.ratio?.interval;
  if (interval === undefined) return { ...twin, resolution: undefined, flaw: 'no-interval' };
  const resolution = Math.sqrt(interval.high / interval.low) - 1;
  const differs = interval.low > 1 || interval.high < 1;
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
export function analyse(record: MeasuredRecord, options: CompareOptions): Analysis {
  const { clockStepUs } = record.environment;
  return {
    arms: cellsOf(record).map((cell) => summarise(cell, clockStepUs)),
    ...compare(record, options),
    notices: notices(record),
  };
}

interface LookOptions extends Omit<CompareOptions, 'rule'> {
  /** Time since the run started, in ms. */
  elapsedMs: number;
  /** Time after which the run ends whatever it has found, in ms. */
  maxMs: number;
}

/** What a run that goes on until it is decided should do next. */
export type Look =
  /** Nothing was looked at: a round is under way, or no look is planned yet. */
  | { type: 'not-due'; nextLook: number }
  | { type: 'go-on'; nextLook: number; comparisons: Comparisons }
  | { type: 'stop'; because: 'decided' | 'rounds' | 'time'; comparisons: Comparisons };

/**
 * Decides whether a run may stop. It may be asked after every block: between the planned looks it
 * does not look, which is what keeps the error of its verdicts bounded. It stops when every
 * subject is decided in every workload, when the plan's rounds are done, or when time is up.
 *
 * @param record the plan, whose rounds are the most that may be run, and the blocks so far
 */
export function look(
  record: Pick<MeasuredRecord, 'plan' | 'blocks'>,
  { elapsedMs, maxMs, ...options }: LookOptions,
): Look {
  const { plan, blocks } = record;
  const rounds = roundsOf(record);
  const looks = planLooks(plan.rounds);
  const nextLook = looks.find((planned) => planned > rounds) ?? plan.rounds;
  const roundEnded = blocks.length === rounds * blocksPerRound(plan);
  const timeIsUp = elapsedMs >= maxMs;
  if (!timeIsUp && !(roundEnded && looks.includes(rounds))) return { type: 'not-due', nextLook };

  const comparisons = compare(record, { ...options, rule: 'until-decided' });
  const { subjects } = comparisons;
  const decided = subjects.length > 0 && subjects.every(({ verdict }) => verdict !== 'undecided');
  if (decided) return { type: 'stop', because: 'decided', comparisons };
  if (roundEnded && rounds === plan.rounds) return { type: 'stop', because: 'rounds', comparisons };
  if (timeIsUp) return { type: 'stop', because: 'time', comparisons };
  return { type: 'go-on', nextLook, comparisons };
}
