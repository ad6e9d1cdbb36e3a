/**
 * What a run found, in lines: what was done, who took how long, the shortest time first, and behind a
 * subject’s time its ratio to the reference with the interval.
 */
import {
  formatCount,
  formatEnds,
  formatMedian,
  formatPercent,
  formatRatio,
  THIN,
} from '../figures/format.ts';
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

/**
 * A ratio with both ends of its interval: `1.08×, 1.07–1.10`. Its level is named where it
 * is under 95 %.
 *
 * @param than what it is a ratio of, where amounts beside it are others
 */
function ratioText({ ratio, low, high, level = 0.95 }: RatioFinding, than: string): string {
  if (low === undefined || high === undefined) return `${formatRatio(ratio)}${than}`;
  // What holds at more also holds at 95 %.
  const other = level > 0.95 ? undefined : levelText(level);
  const at = other === undefined ? '' : `; ${other} interval`;
  return `${formatRatio(ratio)}${than}, ${formatEnds({ low, high })}${at}`;
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
    const spoken = spokenWorkload(study, workload.id).replace(/,$/, '');
    const asks = where === '' ? capital(spoken) : `${where}, ${spoken}`;
    const names = armNames(study);
    const nameIn = (id: string): string => {
      const { spoken, system } = names(id);
      return id === study.baseline && system !== 'no-call' ? 'by hand' : plainName(spoken);
    };
    const line = (...ids: Array<string | undefined>): string => {
      const named = ids.flatMap((id) => (id === undefined ? [] : [[id, nameIn(id)]]));
      const told = { asks, names: Object.fromEntries(named) as Record<string, string> };
      return lineOf(study, finding, workload, { ...told, ratios: [arm] });
    };
    // What may be missing where names are long: the baseline, and a longer way to say that there is nothing.
    const pair = line(study.reference, arm);
    const ways = [line(study.baseline, study.reference, arm), pair, pair.replace(OPEN, OPEN_SHORT)];
    const sentence = ways.find((way) => wordsOf(way) <= MOST_WORDS) ?? pair;
    const outcome = outcomeOf(found, controlOf(workload), finding.end);
    return [{ workload: workload.id, arm, found, outcome, sentence }];
  });
}

const NBSP = '\u00a0';

const OPEN = 'no difference that could be measured';
const OPEN_SHORT = 'no measurable difference';

/** Most words of a line. */
export const MOST_WORDS = 25;

/** The words of a line; a number with its unit is one, and what stands between contestants none. */
export const wordsOf = (line: string): number =>
  line.split(/[ \u00a0]/).filter((part) => /[\p{L}\d]/u.test(part)).length;

/** What a line tells of a workload. */
interface Told {
  /** What was done and where, which the line begins with: `One call that writes, from a browser`. */
  asks: string;
  /** What each contestant is called in it, by the ids of the arms. */
  names: Readonly<Record<string, string>>;
  /** Ids of those whose ratio stands behind their time. */
  ratios: readonly string[];
  /** Whether it tells how many operations a second these times are. */
  asRates?: boolean;
}

/**
 * One line: `One call that writes: by hand 0.43 ms · Cap’n Web 0.49 · Lumenize RPC 0.53 (1.08×, 1.07–1.10).`
 * Who has neither a time nor a ratio is left out.
 */
export function lineOf(
  study: Of,
  finding: Finding,
  { ratios, arms }: Pick<WorkloadFinding, 'ratios' | 'arms'>,
  { asks, names, ratios: told, asRates = false }: Told,
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
    const amount = time && amountText(time, asRates, id === first);
    const than = asRates ? ' the time' : '';
    const compared = found && `(${comparedText(study, finding, { ratios }, found, than)})`;
    if (amount === undefined && compared === undefined) return [];
    // No line ends between a name and its number, nor inside a short name.
    const name = names[id]?.replace(/^(\S+) (\S+)$/, `$1${NBSP}$2`);
    const timed = [name, amount].filter((part) => part !== undefined).join(NBSP);
    return [compared === undefined ? timed : `${timed} ${compared}`];
  });
  return `${asks}: ${items.join(' · ')}.`;
}

/** A median with its unit. */
export const medianText = ({ median, low, high }: ArmFinding): string =>
  formatMedian(median, low, high);

/** A time or a rate; the unit stands with the first of a line. */
function amountText(time: ArmFinding, asRates: boolean, isFirst: boolean): string {
  if (asRates) {
    const rate = Number((1000 / time.median).toPrecision(2));
    return `${formatCount(rate)}${isFirst ? ' calls a second' : ''}`;
  }
  const text = medianText(time);
  return isFirst ? text : text.replace(`${THIN}ms`, '');
}

/** A ratio, and what keeps it from being a result. */
function comparedText(
  { arms, reference, margin }: Of,
  { end }: Finding,
  workload: Pick<WorkloadFinding, 'ratios'>,
  found: RatioFinding,
  than: string,
): string {
  const control = controlOf(workload);
  const outcome = outcomeOf(found, control, end);
  const itself = armNames({ arms, reference })(reference).spoken;
  const resolution = control && resolutionOf(control);
  const remarks: Partial<Record<Outcome, string>> = {
    equal: equalText(margin),
    // An interval beside 1 speaks of a difference that the planned rule has not decided yet.
    undecided: (found.low ?? 0) > 1 || (found.high ?? 2) < 1 ? 'not decided' : OPEN,
    noise:
      resolution === undefined
        ? 'the noise is not known'
        : `within the noise of ${formatPercent(resolution)}`,
    disturbed: `no result, ${itself} differed from itself`,
    'no-interval': 'too few sessions for an interval',
    stopped: 'stopped early, no verdict',
  };
  const remark = remarks[outcome];
  return `${ratioText(found, than)}${remark === undefined ? '' : `: ${remark}`}`;
}

/** Outcomes that say something of two systems, in the order of a count. */
const counted: ReadonlyArray<readonly [Outcome, (margin: number) => string]> = [
  ['faster', () => 'faster'],
  ['slower', () => 'slower'],
  ['equal', (margin) => `within ${formatPercent(margin)}`],
];

/**
 * How many of a subject's comparisons came out which way, in one sentence.
 *
 * @param answers of one subject
 * @param withRest whether those are counted that came out no way
 */
export function tallySentence(
  study: Of,
  answers: readonly WorkloadAnswer[],
  withRest = true,
): string {
  const [first] = answers;
  if (first === undefined) return '';
  const nameOf = (id: string): string => plainName(armNames(study)(id).spoken);
  const decided = counted.flatMap(([outcome, words]) => {
    const count = answers.filter((each) => each.outcome === outcome).length;
    return count === 0 ? [] : [{ count, words: words(study.margin) }];
  });
  const all = answers.length;
  const [head, ...tail] = decided.map(({ count, words }, index) =>
    index === 0
      ? `${words} ${words.startsWith('within') ? 'of' : 'than'} ${nameOf(study.reference)} in ${formatCount(count)} of ${formatCount(all)} comparisons`
      : `${words} in ${formatCount(count)}`,
  );
  const start = capital(nameOf(first.arm));
  if (first.outcome === 'stopped') {
    const each = answers.map(
      ({ workload, found }) =>
        `${ratioText(found, '')} in ${spokenWorkload(study, workload).replace(/,$/, '')}`,
    );
    return `Stopped early, no verdict: ${nameOf(first.arm)} against ${nameOf(study.reference)}, ${each.join('; ')}.`;
  }
  if (head === undefined) {
    const arms = `${nameOf(first.arm)} is faster or slower than ${nameOf(study.reference)}`;
    return `Whether ${arms}, none of ${formatCount(all)} comparisons can tell.`;
  }
  const open = all - decided.reduce((sum, { count }) => sum + count, 0);
  const rest =
    open === 0 || !withRest ? '' : `; ${formatCount(open)} ${open === 1 ? 'is' : 'are'} undecided`;
  return `${start} is ${[head, ...tail].join(', ')}${rest}.`;
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
