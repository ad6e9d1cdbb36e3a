/**
 * From samples to what may be claimed of them. Everything here is a pure function of a record;
 * nothing is formatted.
 */
import { type MeasuredRecord, type SessionRecord, CONTROL } from '../record/index.ts';
import {
  type Analysis,
  type CompareOptions,
  type Comparison,
  type Comparisons,
  type ControlCheck,
} from './analysis.ts';
import { cellsOf, oncePerFrozen, spentMs } from './cells.ts';
import { notices } from './notices.ts';
import { summarise } from './summary.ts';
import { pairedLogRatios, type Ratio, ratioOf } from './ratio.ts';
import { judge, type Judged, shareIn } from './verdict.ts';

/** What ratios are read from: of a record, or of a run that goes on. */
type Judgeables = Pick<SessionRecord, 'plan' | 'looks' | 'sessions'>;

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
        ...shareIn(record, cell.workload),
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
    others: judgeArms((arm) => arm !== CONTROL && !subjects.includes(arm)),
    controls: judgeArms((arm) => arm === CONTROL).map((control) => checkControl(control, margin)),
    unit: 'turn',
    corrected: judgedSubjects.length,
    rounds,
    roundMs,
  };
}

/** How long a run's parts took. */
function paceOf({ sessions }: Judgeables) {
  const groups = Map.groupBy(sessions, ({ workload }) => workload);
  const counts = [...groups.values()].map((own) =>
    own.reduce((sum, { turns }) => sum + new Set(turns.map(({ round }) => round)).size, 0),
  );
  const rounds = Math.max(0, ...counts);
  const all = counts.reduce((sum, each) => sum + each, 0);
  return {
    rounds,
    roundMs: all === 0 ? 0 : spentMs(sessions) / all,
    unitMs: (workload: string) => {
      const own = groups.get(workload) ?? [];
      return own.length === 0 ? 0 : spentMs(own) / own.length;
    },
  };
}

function checkControl(control: Comparison, margin: number): ControlCheck {
  const interval = control.ratio?.interval;
  if (interval === undefined) return { ...control, resolution: undefined, flaw: 'no-interval' };
  const resolution = Math.sqrt(interval.high / interval.low) - 1;
  // One interval in twenty strays, and there is one for each workload and interim analysis: what is to flaw a run
  // has to clear the interval that its verdict rests on, as subjects do.
  const { low, high } = control.basis ?? interval;
  const differs = low > 1 || high < 1;
  const flaw = differs ? 'differs' : resolution > margin ? 'wide' : undefined;
  return { ...control, resolution, flaw };
}

/**
 * Derives medians, ratios, verdicts and notices from a record.
 *
 * @throws RangeError when the plan lacks the reference, and for a record of schema 1
 */
export function analyse(
  record: MeasuredRecord,
  { reference, subjects, margin }: CompareOptions,
): Analysis {
  if (record.schema === 1) throw ofSchema1(record);
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

/** Such records held blocks; what the site shows of those that it published stands in content/results. */
function ofSchema1({ study, startedAt }: MeasuredRecord): RangeError {
  return new RangeError(
    `schema: got version 1 of a record (${study}, ${startedAt}), expected version 2: ` +
      'commit 630962e of this project is the last that analyses others',
  );
}

/** What was derived of a record that is done, by how it was to be read. */
const analysesOf = oncePerFrozen<SessionRecord, Map<string, Analysis>>(() => new Map());

/**
 * The paired ratio of any two arms of a record under a workload.
 *
 * @returns undefined where no round has both
 * @throws RangeError for a record of schema 1
 */
export function pairedRatio(
  record: MeasuredRecord,
  workload: string,
  arm: string,
  to: string,
): Ratio | undefined {
  if (record.schema === 1) throw ofSchema1(record);
  const cells = cellsOf(record).filter((cell) => cell.workload === workload);
  const [own, other] = [arm, to].map((id) => cells.find((cell) => cell.arm === id));
  return own && other && ratioOf(pairedLogRatios(own, other));
}

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
export function analyseInterim(
  record: Pick<SessionRecord, 'plan' | 'looks' | 'sessions'>,
  options: CompareOptions,
): { decided: string[]; comparisons: Comparisons } {
  const comparisons = compare(record, options);
  const { subjects, others, controls } = comparisons;
  const decided = record.plan.workloads.filter((workload) => {
    // An arm that was left out on the way holds nobody up.
    const last = record.sessions.findLast((session) => session.workload === workload);
    const runs = new Set(last?.arms.map(({ arm }) => arm));
    if (!runs.has(options.reference)) return last !== undefined;
    const own = (each: Comparison) => each.workload === workload && runs.has(each.arm);
    return isSettled(subjects.filter(own), [...others, ...controls].filter(own), options.margin);
  });
  return { decided, comparisons };
}
