/**
 * The answer of an entry in one sentence, made from its records. Nothing is ranked inside the
 * noise: what a run could not decide is counted as undecided, what its twin moved as noise.
 */
import {
  formatCount,
  formatPercent,
  formatRatio,
  formatRatioInterval,
  NONE,
} from '../figures/format.ts';
import type { Mark } from '../figures/figure.ts';
import type { Comparison, TwinCheck } from '../harness/statistics-compare.ts';
import { countOf } from '../islands/live-bench/result/words.ts';
import type { EntryPage, MeasuredRun, QuotedRun } from './entry-data.ts';
import type { NamedResult, QuotedRatio } from './quoted.ts';
import { settingName } from './run-name.ts';

/** What the sentence is made from. */
export type Answering = Pick<EntryPage, 'study' | 'names' | 'reference' | 'runs' | 'quoted'>;

/** An answer ready to be shown. */
export interface Answer {
  /** One sentence, with its full stop. */
  text: string;
  /** Where its numbers come from. */
  mark: Mark;
}

/** The first of the entries, newest first, that has an answer, with that answer. */
export function newestAnswer<Page extends Answering>(
  newestFirst: readonly Page[],
): { page: Page; answer: Answer } | undefined {
  for (const page of newestFirst) {
    const answer = answerOf(page);
    if (answer !== undefined) return { page, answer };
  }
  return undefined;
}

/** What an entry answers; undefined for one that compares nothing. */
export function answerOf(page: Answering): Answer | undefined {
  const measured = measuredAnswer(page);
  if (measured !== undefined) return { text: sentence(measured), mark: 'derived' };
  const hangs = page.quoted.flatMap(({ record, results }) =>
    hangClauses(results, place(record.environment.setting)),
  );
  const ratios = ratioClauses(page);
  const clauses = [...hangs, ...ratios];
  if (clauses.length === 0) return undefined;
  const noInterval = ratios.length === 0 ? 'quoted' : 'quoted, no interval';
  return {
    text: sentence(`${clauses.join('; ')} (${noInterval})`),
    mark: ratios.length === 0 ? 'quoted' : 'derived',
  };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Where something ran, as the beginning of a clause. */
function place(setting: Parameters<typeof settingName>[0]): string {
  switch (setting) {
    case 'workerd':
      return 'on workerd';
    case 'wrangler-dev':
      return 'under wrangler dev';
    case 'deployed':
      return 'deployed';
    case 'preview':
      return 'in a preview deployment';
    case 'local':
      return 'on the author’s machine';
  }
}

/** What became of a comparison, or why it is none. */
type Outcome = 'slower' | 'faster' | 'equal' | 'undecided' | 'noise';

/** A comparison with what may be said of it. */
interface Told {
  outcome: Outcome;
  comparison: Comparison;
}

const decidedOutcomes = ['slower', 'faster', 'equal'] as const;
const isOpen = ({ outcome }: Told): boolean => outcome === 'undecided' || outcome === 'noise';

/** The whole of a measured entry: each setting, in it each subject, and what stayed open. */
function measuredAnswer({ runs, study, names, reference }: Answering): string | undefined {
  const bySetting = Map.groupBy(runs, ({ record }) => record.environment.setting);
  const clauses = [...bySetting].flatMap(([setting, own]) => {
    const told = own.flatMap(outcomesOf);
    const parts = study.subjects.flatMap((id) => {
      const its = told.filter(({ comparison }) => comparison.arm === id);
      return its.length === 0 ? [] : [`${names(id).label} is ${verdicts(its, study.margin)}`];
    });
    return parts.length === 0 ? [] : [`${place(setting)} ${parts.join(', and ')}`];
  });
  if (clauses.length === 0) return undefined;
  const clients = new Set(runs.map(({ record }) => record.environment.runtime));
  const open = runs.flatMap(outcomesOf).filter(isOpen);
  const all = `Against ${reference}, measured from ${listed(clients)}, ${clauses.join('; ')}`;
  return open.length === 0 ? all : `${all}; all else is ${openWords(open)}`;
}

/** `slower in 5 of 6 comparisons, 1.15× (1.09–1.25) to 2.45× (2.09–2.71)` */
function verdicts(told: readonly Told[], margin: number): string {
  const parts = decidedOutcomes.flatMap((outcome) => {
    const found = told.filter((each) => each.outcome === outcome);
    if (found.length === 0) return [];
    const word = outcome === 'equal' ? `equal within ${formatPercent(margin)}` : outcome;
    return [
      `${word} in ${formatCount(found.length)} of ${countOf(told.length, 'comparison')}, ${extremes(found)}`,
    ];
  });
  return parts.length === 0
    ? `decided in none of ${countOf(told.length, 'comparison')}`
    : parts.join(', and ');
}

function openWords(told: readonly Told[]): string {
  const words = [
    ...(told.some(({ outcome }) => outcome === 'undecided') ? ['undecided'] : []),
    ...(told.some(({ outcome }) => outcome === 'noise') ? ['inside the noise'] : []),
  ];
  return words.join(' or ');
}

/** The least and the largest ratio of what was decided, with their intervals. */
function extremes(found: readonly Told[]): string {
  const ratios = found
    .flatMap(({ comparison }) => comparison.ratio ?? [])
    .sort((a, b) => a.estimate - b.estimate)
    .map(({ estimate, interval }) => formatRatioInterval(estimate, interval?.low, interval?.high));
  const [least = NONE, most = NONE] = [ratios[0], ratios.at(-1)];
  return least === most ? least : `${least} to ${most}`;
}

function listed(items: Iterable<string>): string {
  return new Intl.ListFormat('en').format(items);
}

function outcomesOf({ analysis: { subjects, twins } }: MeasuredRun): Told[] {
  return subjects.map((comparison) => {
    const twin = twins.find(({ workload }) => workload === comparison.workload);
    return { comparison, outcome: outcomeOf(comparison, twin) };
  });
}

/** A difference that the reference also shows against itself is no result. */
function outcomeOf({ verdict, ratio }: Comparison, twin: TwinCheck | undefined): Outcome {
  if (verdict !== 'slower' && verdict !== 'faster') return verdict;
  if (twin === undefined || ratio === undefined) return verdict;
  const { flaw, resolution } = twin;
  if (flaw === 'differs' || resolution === undefined) return 'noise';
  return Math.abs(Math.log(ratio.estimate)) <= Math.log(1 + resolution) ? 'noise' : verdict;
}

/** What hung, beside what did not under the same workload. */
function hangClauses(results: readonly NamedResult[], where: string): string[] {
  const hung = results.filter(({ result }) => result.outcome === 'hung');
  return hung.map(({ arm, workload, result: { completed, operations } }) => {
    const done =
      completed === undefined
        ? ''
        : ` with ${formatCount(completed)}${operations === undefined ? '' : ` of ${formatCount(operations)}`} done`;
    const finished = results
      .filter((other) => other.workload === workload && other.result.outcome === undefined)
      .map((other) => other.arm.label);
    const others = finished.length === 0 ? '' : `, where ${listed(finished)} finished`;
    return `${where}, ${arm.label} hung at ${lower(workload.label)}${done}${others}`;
  });
}

/** One clause for each setting: every subject's ratio, or the range of its ratios. */
function ratioClauses({ quoted, study, reference }: Answering): string[] {
  const bySetting = Map.groupBy(quoted, ({ record }) => record.environment.setting);
  return [...bySetting].flatMap(([setting, runs]) => {
    const ratios = runs.flatMap((run: QuotedRun) => run.ratios);
    const parts = study.subjects.flatMap((id) => {
      const own = ratios.filter(({ arm }) => arm.id === id);
      return own.length === 0 ? [] : [subjectPart(own)];
    });
    if (parts.length === 0) return [];
    const workloads = new Set(ratios.map(({ workload }) => workload.id));
    const [only] = ratios;
    const over =
      workloads.size === 1 && only !== undefined
        ? `for ${lower(only.workload.label)}`
        : `over ${countOf(workloads.size, 'workload')}`;
    return [`${place(setting)}, compared with ${reference} ${over}, ${listed(parts)} the time`];
  });
}

function subjectPart(ratios: readonly QuotedRatio[]): string {
  const sorted = ratios.map(({ ratio }) => ratio).sort((a, b) => a - b);
  const [least = NaN, most = NaN] = [sorted[0], sorted.at(-1)];
  const [low, high] = [formatRatio(least), formatRatio(most)];
  const range = low === high ? low : `${low} to ${high}`;
  return `${ratios[0]?.arm.label ?? ''} takes ${range}`;
}

/** A workload's label inside a sentence. */
function lower(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? `${label.charAt(0).toLowerCase()}${label.slice(1)}` : label;
}
