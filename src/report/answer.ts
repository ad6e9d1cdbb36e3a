/** What a run found, in sentences: the subject first, one ratio with its interval, and which way is better. */
import { formatCount, formatPercent } from '../figures/format.ts';
import type { StudyOutline } from '../harness/plan/index.ts';
import type { Finding, RatioFinding, WorkloadFinding } from './finding.ts';
import {
  controlOf,
  endsText,
  type Outcome,
  outcomeOf,
  outcomeText,
  ratioText,
  resolutionOf,
} from './outcome.ts';
import { armNames, capital, spokenWorkload } from './words.ts';

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
