/**
 * The answer of an entry in one sentence, made from its records. Nothing is ranked inside the
 * noise: what a run could not decide is counted as undecided, what its twin moved as noise.
 */
import type { Mark } from '../figures/figure.ts';
import {
  formatCount,
  formatPercent,
  formatRatio,
  formatRatioInterval,
  NONE,
} from '../figures/format.ts';
import { shareText } from '../figures/shares.ts';
import type { StudyOutline } from '../harness/plan/index.ts';
import type { Comparison, TwinCheck } from '../harness/statistics/index.ts';
import { type ArmName, awayText, countOf, type Place } from '../report/words.ts';
import {
  listed,
  type MeasuredRun,
  type NamedResult,
  places,
  type QuotedRatio,
  type QuotedRun,
} from './runs.ts';

// What a measured entry answers: its verdicts, setting by setting and subject by subject.

/** What became of a comparison, or why it is none. */
type Outcome = 'slower' | 'faster' | 'equal' | 'undecided' | 'noise';

/** A comparison with what may be said of it. */
interface Told {
  outcome: Outcome;
  comparison: Comparison;
}

const decidedOutcomes = ['slower', 'faster', 'equal'] as const;
const isOpen = ({ outcome }: Told): boolean => outcome === 'undecided' || outcome === 'noise';

/** The whole of a measured entry: each place, in it each subject, and what stayed open. */
function measuredClauses({ runs, study, names, reference }: Answering): string[] {
  const byPlace = Map.groupBy(runs, ({ record }) => beginning(record.environment));
  const settings = [...byPlace].flatMap(([place, own]) => {
    const told = own.flatMap(outcomesOf);
    const parts = study.subjects.flatMap((id) => {
      const its = told.filter(({ comparison }) => comparison.arm === id);
      return its.length === 0 ? [] : [`${names(id).label} is ${verdicts(its, study.margin)}`];
    });
    return parts.length === 0 ? [] : [`${place} ${parts.join(', and ')}`];
  });
  if (settings.length === 0) return [];
  const clients = new Set(runs.map(({ record }) => record.environment.runtime));
  const open = runs.flatMap(outcomesOf).filter(isOpen);
  const body = [...settings, ...(open.length === 0 ? [] : [`all else is ${openWords(open)}`])];
  return [
    `against ${reference}, measured from ${listed(clients)},`,
    ...body.map((clause, index) => (index < body.length - 1 ? `${clause};` : clause)),
  ];
}

/** A place as the beginning of a clause; a simulated network stands between commas. */
function beginning({ setting, network }: Place): string {
  return `${places[setting]}${network === undefined ? '' : `${awayText(network)},`}`;
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

// What a quoted entry answers: what hung, and the ratios that its figures imply.

/** What hung, beside what did not under the same workload. */
function hangClauses({ quoted }: Answering): string[] {
  return quoted.flatMap(({ record, results }) =>
    hangsOf(results, places[record.environment.setting]),
  );
}

function hangsOf(results: readonly NamedResult[], where: string): string[] {
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

/**
 * A clause for each subject in each setting, with its ratio or the range of its ratios. What was
 * printed as a rate is compared as one.
 */
function ratioClauses({ quoted, study, reference }: Answering): string[] {
  const bySetting = Map.groupBy(quoted, ({ record }) => record.environment.setting);
  return [...bySetting].flatMap(([setting, runs]) => {
    const ratios = runs.flatMap((run: QuotedRun) => run.ratios);
    const kinds = Map.groupBy(ratios, ({ of }) => (of === 'time' ? times : rates));
    return [...kinds].flatMap(([words, own]) => {
      const subjects = study.subjects.flatMap((id) => {
        const its = own.filter(({ arm }) => arm.id === id);
        return its.length === 0 ? [] : [subjectPart(its, words)];
      });
      return subjects.map((subject, index) =>
        index === 0
          ? `${places[setting]}, ${workloadsOf(own)}, ${subject} ${words.than} ${reference}`
          : subject,
      );
    });
  });
}

/** How one kind of ratio is told. */
interface Words {
  verb: string;
  than: string;
  /** From a ratio of times. */
  value: (ratio: number) => number;
  text: (value: number) => string;
}

const times: Words = {
  verb: 'takes',
  than: 'the time of',
  value: (ratio) => ratio,
  text: formatRatio,
};
const rates: Words = {
  verb: 'reaches',
  than: 'of the throughput of',
  value: (ratio) => 1 / ratio,
  text: shareText,
};

function workloadsOf(ratios: readonly QuotedRatio[]): string {
  const labels = [...new Map(ratios.map(({ workload }) => [workload.id, workload.label])).values()];
  const [only = ''] = labels;
  return labels.length === 1 ? `for ${lower(only)}` : `in ${inWords(labels.length)} workloads`;
}

function subjectPart(ratios: readonly QuotedRatio[], { verb, value, text }: Words): string {
  const sorted = ratios.map(({ ratio }) => value(ratio)).sort((a, b) => a - b);
  const [low, high] = [sorted[0], sorted.at(-1)].map((each = NaN) => text(each));
  const range = low === high ? low : `${low} to ${high}`;
  return `${ratios[0]?.arm.label ?? ''} ${verb} ${range}`;
}

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** A small count as a word. */
function inWords(count: number): string {
  return numbers[count] ?? formatCount(count);
}

/** A workload's label inside a sentence. */
function lower(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? `${label.charAt(0).toLowerCase()}${label.slice(1)}` : label;
}

/** What the sentence is made from. */
export interface Answering {
  study: StudyOutline;
  /** Names of the study's arms, the twin among them. */
  names: (arm: string) => ArmName;
  /** Name of the arm that ratios are stated against. */
  reference: string;
  runs: readonly MeasuredRun[];
  quoted: readonly QuotedRun[];
}

/** An answer ready to be shown. */
export interface Answer {
  /** One sentence, with its full stop. */
  text: string;
  /** The same in its parts, which may stand under each other; with a space between them it is the sentence. */
  clauses: string[];
  /** Where its numbers come from. */
  mark: Mark;
}

/** What an entry answers; undefined for one that compares nothing. */
export function answerOf(page: Answering): Answer | undefined {
  const measured = measuredClauses(page);
  if (measured.length > 0) return { ...sentence(measured), mark: 'derived' };
  const hangs = hangClauses(page);
  const ratios = ratioClauses(page);
  const clauses = [...hangs, ...ratios];
  const last = clauses.pop();
  if (last === undefined) return undefined;
  const ending = ratios.length === 0 ? last : `${last} (no interval)`;
  return {
    ...sentence([...clauses.map((clause) => `${clause};`), ending]),
    mark: ratios.length === 0 ? 'quoted' : 'derived',
  };
}

/** A sentence of its clauses, which carry the marks between them. */
function sentence(parts: readonly string[]): Pick<Answer, 'text' | 'clauses'> {
  const joined = `${parts.join('\n')}.`;
  const clauses = `${joined.charAt(0).toUpperCase()}${joined.slice(1)}`.split('\n');
  return { clauses, text: clauses.join(' ') };
}
