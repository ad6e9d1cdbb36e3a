/**
 * What a run found, in lines: what was done, who took how long, the shortest time first, and behind a
 * subject’s time its ratio to the reference with the interval.
 */
import {
  formatEnds,
  formatMedian,
  formatNumber,
  formatPercent,
  formatRatio,
  medianDecimals,
} from '../numbers/format.ts';
import { plainName, type StudyOutline } from '../harness/plan/index.ts';
import { CONTROL } from '../harness/record/index.ts';
import type { ArmFinding, Ending, Finding, RatioFinding, WorkloadFinding } from './finding.ts';
import { armNames, capital, equalText, levelText, spokenWorkload } from './words.ts';

/** What became of a comparison, or why it is none. */
type Outcome =
  | 'faster'
  | 'slower'
  | 'equal'
  | 'undecided'
  /** No larger than what noise alone did to the reference. */
  | 'noise'
  /** The reference differed from itself. */
  | 'disturbed'
  /** Too few sessions for an interval. */
  | 'no-interval'
  /** Stopped by hand, which decides nothing. */
  | 'stopped';

/** The outcome of an arm's ratio. A difference that the reference also shows against itself is no result. */
function outcomeOf(found: RatioFinding, control: RatioFinding | undefined, end: Ending): Outcome {
  if (end === 'cancelled') return 'stopped';
  if (found.low === undefined) return 'no-interval';
  if (control?.flaw === 'differs') return 'disturbed';
  const { verdict, ratio } = found;
  if (control === undefined || verdict === 'equal' || verdict === 'undecided') return verdict;
  const resolution = resolutionOf(control);
  if (resolution === undefined) return 'noise';
  return Math.abs(Math.log(ratio)) <= Math.log(1 + resolution) ? 'noise' : verdict;
}

/** The A/A control of a workload. */
function controlOf({ ratios }: Pick<WorkloadFinding, 'ratios'>): RatioFinding | undefined {
  return ratios.find(({ arm }) => arm === CONTROL);
}

/** Smallest difference that a control lets through, as a fraction: half the width of its interval. */
function resolutionOf({ low, high }: RatioFinding): number | undefined {
  return low === undefined || high === undefined ? undefined : Math.sqrt(high / low) - 1;
}

/** A ratio with both ends of its interval: `1.08×, 1.07–1.10`. Its level is named where it is under 95 %. */
function ratioText({ ratio, low, high, level = 0.95 }: RatioFinding): string {
  if (low === undefined || high === undefined) return formatRatio(ratio);
  // What holds at more also holds at 95 %.
  const other = level > 0.95 ? undefined : levelText(level);
  const at = other === undefined ? '' : `; ${other} interval`;
  return `${formatRatio(ratio)}, ${formatEnds({ low, high })}${at}`;
}

/** The answer of one workload. */
export interface WorkloadAnswer {
  workload: string;
  arm: string;
  found: RatioFinding;
  outcome: Outcome;
  /** One line, with its full stop. */
  sentence: string;
}

type Of = Pick<
  StudyOutline,
  'arms' | 'baseline' | 'reference' | 'subjects' | 'margin' | 'workloads'
>;

/** The subject that answers are about: the first of the study's that the run had. */
export function headlineOf(study: Pick<Of, 'subjects'>, { plan }: Pick<Finding, 'plan'>) {
  return study.subjects.find((id) => plan.arms.includes(id));
}

/**
 * The answers of a run, one for each workload in which its headline subject has a ratio.
 *
 * @param where beginning of each sentence: `From here`; empty for none
 * @param arm the subject; the headline unless given
 */
export function answersOf(
  study: Of,
  finding: Finding,
  where: string,
  arm = headlineOf(study, finding),
): WorkloadAnswer[] {
  return finding.workloads.flatMap((workload) => {
    const found = workload.ratios.find((each) => each.arm === arm);
    if (arm === undefined || found === undefined) return [];
    const spoken = spokenWorkload(study, workload.id);
    const asks = where === '' ? capital(spoken) : `${where}, ${spoken}`;
    const nameOf = armNames(study);
    const nameIn = (id: string): string => {
      const { spoken: name, system } = nameOf(id);
      return id === study.baseline && system !== 'no-call' ? 'by hand' : plainName(name);
    };
    const named = [study.baseline, study.reference, arm].flatMap((id) =>
      id === undefined ? [] : [[id, nameIn(id)]],
    );
    const names = Object.fromEntries(named) as Record<string, string>;
    const sentence = lineOf(study, finding, workload, { asks, names, ratios: [arm] });
    const outcome = outcomeOf(found, controlOf(workload), finding.end);
    return [{ workload: workload.id, arm, found, outcome, sentence }];
  });
}

const NBSP = '\u00a0';

/** What a line tells of a workload. */
interface Told {
  /** What was done and where, which the line begins with: `One call that writes, from a browser`. */
  asks: string;
  /** What each contestant is called in it, by the ids of the arms. */
  names: Readonly<Record<string, string>>;
  /** Ids of those whose ratio stands behind their time. */
  ratios: readonly string[];
}

/**
 * One line: `One call that writes: by hand 0.43 ms · Cap’n Web 0.49 · Lumenize RPC 0.53 (1.08×, 1.07–1.10).`
 * Who has neither a time nor a ratio is left out.
 */
export function lineOf(
  study: Of,
  finding: Finding,
  { ratios, arms }: Pick<WorkloadFinding, 'ratios' | 'arms'>,
  { asks, names, ratios: told }: Told,
): string {
  const foundOf = (id: string) => arms.find(({ arm }) => arm === id);
  const timeOf = (id: string) => foundOf(id)?.median;
  const sorted = Object.keys(names).toSorted(
    (a, b) => (timeOf(a) ?? Infinity) - (timeOf(b) ?? Infinity),
  );
  const first = sorted.find((id) => timeOf(id) !== undefined);
  const items = sorted.flatMap((id) => {
    const time = foundOf(id);
    const found = told.includes(id) ? ratios.find(({ arm }) => arm === id) : undefined;
    const amount = time && amountText(time, id === first);
    const compared = found && `(${comparedText(study, finding, { ratios }, found)})`;
    if (amount === undefined && compared === undefined) return [];
    // No line ends between a name and its number, nor inside a short name.
    const name = names[id]?.replace(/^(\S+) (\S+)$/, `$1${NBSP}$2`);
    const timed = [name, amount].filter((part) => part !== undefined).join(NBSP);
    return [compared === undefined ? timed : `${timed} ${compared}`];
  });
  return `${asks}: ${items.join(' · ')}.`;
}

/** A time; the unit stands with the first of a line. */
function amountText({ median, low, high }: ArmFinding, isFirst: boolean): string {
  return isFirst
    ? formatMedian(median, low, high)
    : formatNumber(median, medianDecimals(median, low, high));
}

/** A ratio, and what keeps it from being a result. */
function comparedText(
  { arms, reference, margin }: Of,
  { end }: Finding,
  workload: Pick<WorkloadFinding, 'ratios'>,
  found: RatioFinding,
): string {
  const control = controlOf(workload);
  const outcome = outcomeOf(found, control, end);
  const itself = armNames({ arms, reference })(reference).spoken;
  const resolution = control && resolutionOf(control);
  const remarks: Partial<Record<Outcome, string>> = {
    equal: equalText(margin),
    // An interval beside 1 speaks of a difference that the planned rule has not decided yet.
    undecided:
      (found.low ?? 0) > 1 || (found.high ?? 2) < 1 ? 'not decided' : 'no measurable difference',
    noise:
      resolution === undefined
        ? 'the noise is not known'
        : `within the noise of ${formatPercent(resolution)}`,
    disturbed: `no result, ${itself} differed from itself`,
    'no-interval': 'too few sessions for an interval',
    stopped: 'stopped early, no verdict',
  };
  const remark = remarks[outcome];
  return `${ratioText(found)}${remark === undefined ? '' : `: ${remark}`}`;
}

/** Whose implementation a short name stands for, where one of these arms is not what sources measured. */
export function implementationNote(study: Of, arms: readonly string[]): string | undefined {
  const found = study.arms.find(
    ({ id, quotedLabel }) => quotedLabel !== undefined && arms.includes(id),
  );
  if (found?.spoken === undefined) return undefined;
  const name = found.spoken.replace(/ in memory$/, '');
  return `${name} here is this site’s implementation of it, not the published library.`;
}
