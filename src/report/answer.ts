/** What a run found, in sentences: the subject first, one ratio with its interval, and which way is better. */
import { formatCount, formatEnds, formatPercent, formatRatio } from '../figures/format.ts';
import type { StudyOutline } from '../harness/plan/index.ts';
import { CONTROL } from '../harness/record/index.ts';
import type { Ending, Finding, RatioFinding, WorkloadFinding } from './finding.ts';
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

/** A ratio as a sentence has it: `0.93×`. */
export const ratioText = ({ ratio }: RatioFinding): string => formatRatio(ratio);

/**
 * Both ends of its interval in brackets, after a space; empty without one. Its level is named where it
 * is under 95 %: what holds at more also holds at that.
 */
export function endsText({ low, high, level = 0.95 }: RatioFinding): string {
  if (low === undefined || high === undefined) return '';
  const other = level > 0.95 ? undefined : levelText(level);
  return ` (${formatEnds({ low, high })}${other === undefined ? '' : `; ${other} interval`})`;
}

/** An outcome at the end of a clause. */
export function outcomeText(outcome: Outcome, margin: number): string {
  const texts: Record<Outcome, string> = {
    faster: 'faster',
    slower: 'slower',
    equal: equalText(margin),
    undecided: 'undecided',
    noise: 'inside the noise',
    disturbed: 'disturbed, so no result',
    'no-interval': 'from too few sessions for an interval',
    stopped: 'stopped early, so no verdict',
  };
  return texts[outcome];
}

/** The answer of one workload. */
export interface WorkloadAnswer {
  workload: string;
  arm: string;
  found: RatioFinding;
  outcome: Outcome;
  /** One sentence, with its full stop. */
  sentence: string;
}

type Of = Pick<StudyOutline, 'arms' | 'reference' | 'subjects' | 'margin' | 'workloads'>;

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
    if (found === undefined) return [];
    const control = controlOf(workload);
    const outcome = outcomeOf(found, control, finding.end);
    const sentence = sentenceOf(study, { workload, found, control, outcome }, where);
    return [{ workload: workload.id, arm: found.arm, found, outcome, sentence }];
  });
}

interface Told {
  workload: WorkloadFinding;
  found: RatioFinding;
  control: RatioFinding | undefined;
  outcome: Outcome;
}

function sentenceOf(study: Of, { workload, found, control, outcome }: Told, where: string): string {
  const names = armNames(study);
  const [arm, reference] = [names(found.arm).spoken, names(study.reference).spoken];
  const what = spokenWorkload(study, workload.id);
  const ratio = `${ratioText(found)} as long`;
  const ends = endsText(found);
  const begin = (rest: string) => (where === '' ? capital(rest) : `${where}, ${rest}`);
  if (outcome === 'faster' || outcome === 'slower') {
    return begin(`${arm} is ${outcome} than ${reference}: ${what} takes ${ratio}${ends}.`);
  }
  if (outcome === 'disturbed') {
    const itself = control === undefined ? '' : `, ${ratioText(control)}${endsText(control)}`;
    return begin(`nothing can be said of ${what}: ${reference} differed from itself${itself}.`);
  }
  const conclusion =
    outcome === 'noise' ? noiseText(reference, control) : outcomeText(outcome, study.margin);
  return begin(`${what} takes ${ratio} with ${arm} as with ${reference}${ends}: ${conclusion}.`);
}

function noiseText(reference: string, control: RatioFinding | undefined): string {
  const resolution = control && resolutionOf(control);
  return resolution === undefined
    ? 'the noise is not known'
    : `noise alone moved ${reference} by ${formatPercent(resolution)}`;
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
 */
export function tallySentence(study: Of, answers: readonly WorkloadAnswer[]): string {
  const [first] = answers;
  if (first === undefined) return '';
  const names = armNames(study);
  const decided = counted.flatMap(([outcome, words]) => {
    const count = answers.filter((each) => each.outcome === outcome).length;
    return count === 0 ? [] : [{ count, words: words(study.margin) }];
  });
  const all = answers.length;
  const [head, ...tail] = decided.map(({ count, words }, index) =>
    index === 0
      ? `${words} ${words.startsWith('within') ? 'of' : 'than'} ${names(study.reference).spoken} in ${formatCount(count)} of ${formatCount(all)} comparisons`
      : `${words} in ${formatCount(count)}`,
  );
  const start = capital(names(first.arm).spoken);
  if (head === undefined) {
    const arms = `${names(first.arm).spoken} is faster or slower than ${names(study.reference).spoken}`;
    return `Whether ${arms}, none of ${formatCount(all)} comparisons can tell.`;
  }
  const open = all - decided.reduce((sum, { count }) => sum + count, 0);
  const rest = open === 0 ? '' : `; ${formatCount(open)} ${open === 1 ? 'is' : 'are'} undecided`;
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
