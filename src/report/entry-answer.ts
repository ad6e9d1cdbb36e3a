/**
 * The answer of an entry in a few lines, made from its records. What a run could not decide is said
 * to be undecided, what its A/A control moved to be noise.
 */
import type { Cost } from '../claims/cost.ts';
import { shareText } from '../figures/shares.ts';
import { formatCount, formatRate, formatRatio, THIN } from '../figures/format.ts';
import {
  type ArmOutline,
  plainName,
  type StudyOutline,
  type WorkloadOutline,
} from '../harness/plan/index.ts';
import type { QuotedResult } from '../harness/record/index.ts';
import { answersOf, implementationNote, tallySentence } from './answer.ts';
import type { Finding } from './finding.ts';
import { armNames, capital, type Place, placeOf, spokenWorkload } from './words.ts';

/** A quoted record as far as an answer needs it. */
interface QuotedPart {
  record: { environment: Place };
  results: ReadonlyArray<{ workload: WorkloadOutline; arm: ArmOutline; result: QuotedResult }>;
  ratios: ReadonlyArray<{
    workload: WorkloadOutline;
    arm: ArmOutline;
    reference: ArmOutline;
    of: Cost['of'];
    ratio: number;
  }>;
}

/** What the answer is made from. */
export interface Answering {
  study: StudyOutline;
  /** Of the measured records, in the entry's order. */
  findings: readonly Finding[];
  quoted: readonly QuotedPart[];
  /** What of the measured records never came to an end. */
  stalls?: readonly Stall[];
}

/** An arm that stalled whenever it was asked for a workload. */
interface Stall {
  arm: string;
  workload: string;
}

/** An answer ready to be shown. */
export interface Answer {
  /** The sentences one after the other. */
  text: string;
  /** Each with its full stop; they may stand under each other. */
  sentences: string[];
  /** Whose implementation a name stands for, in a sentence; absent where that goes without saying. */
  note?: string;
  /** Where its numbers come from. */
  mark: 'derived' | 'quoted';
}

/** A place as the beginning of a sentence; a simulated network is what matters of it. */
export function placeText({ setting, network }: Place): string {
  return network === undefined ? capital(placeOf(setting)) : `${network.roundTripMs}${THIN}ms away`;
}

/** A client without its version: `Node.js`, `a browser`. */
export function clientText(runtime: string | undefined): string {
  const [, name] = /^(Node|Bun|Deno|Go)\b/.exec(runtime ?? '') ?? [];
  if (name === undefined) return 'a browser';
  return name === 'Node' ? 'Node.js' : name;
}

/** What an entry answers; undefined for one that compares nothing. */
export function answerOf({ study, findings, quoted, stalls = [] }: Answering): Answer | undefined {
  const measured = measuredLines(study, findings, stalls);
  const [first] = findings;
  if (measured.length > 0 && first !== undefined) {
    const note = implementationNote(
      study,
      findings.flatMap(({ plan }) => plan.arms),
    );
    return { ...joined(measured), mark: 'derived', ...(note !== undefined && { note }) };
  }
  const hangs = quoted.flatMap(hangSentences);
  const ratios = ratioSentences(study, quoted);
  const rates = quoted.flatMap(rateSentences);
  if (hangs.length + ratios.length + rates.length === 0) return undefined;
  const mark = ratios.length === 0 ? 'quoted' : 'derived';
  return { ...joined([...hangs, ...ratios, ...rates]), mark };
}

function joined(sentences: string[]): Pick<Answer, 'text' | 'sentences'> {
  return { sentences, text: sentences.join(' ') };
}

// What a measured entry answers: the times of its main workload place by place, what never ended, and a
// count of all comparisons where there is room. One that brings contestants from outside was made for
// them, so that it is about them.

/** Most lines of an answer. */
const MOST_LINES = 4;

function measuredLines(
  study: StudyOutline,
  findings: readonly Finding[],
  stalls: readonly Stall[],
): string[] {
  const arm = subjectOf(study.subjects, findings);
  if (arm === undefined) return [];
  const having = findings.filter(({ plan }) => plan.arms.includes(arm));
  const all = having.flatMap((finding) => answersOf(study, finding, '', arm));
  const main = study.workloads.find(({ id }) => all.some(({ workload }) => workload === id))?.id;
  if (main === undefined) return [];
  const byPlace = [...Map.groupBy(having, ({ environment }) => placeText(environment))];
  const lines = ends(byPlace).flatMap(([place, own]) => placeLines(study, main, arm, place, own));
  const stalled = stalls.find((each) => each.arm === arm);
  if (stalled !== undefined) {
    const name = capital(plainName(armNames(study)(arm).spoken));
    const what = spokenWorkload(study, stalled.workload);
    // Of several calls, or of reading and sending.
    lines.push(`${name}: ${what} never ${/^\w+ing /.test(what) ? 'ends' : 'end'}.`);
  }
  if (lines.length < MOST_LINES && all.length > lines.length) lines.push(tallySentence(study, all));
  return lines.slice(0, MOST_LINES);
}

/**
 * The subject that all sentences are about, because each goes on from the one before it: the first
 * that every record has, else that any has.
 */
function subjectOf(subjects: readonly string[], findings: readonly Finding[]): string | undefined {
  const isIn = (arm: string) => (finding: Finding) => finding.plan.arms.includes(arm);
  return (
    subjects.find((id) => findings.every(isIn(id))) ??
    subjects.find((id) => findings.some(isIn(id)))
  );
}

/** The first and the last of several places: nearest and farthest, of a row of distances. */
function ends<Item>(items: readonly Item[]): Item[] {
  const [first, last] = [items[0], items.at(-1)];
  if (first === undefined || last === undefined) return [];
  return items.length === 1 ? [first] : [first, last];
}

/** A line for the first run of each kind of client. */
function placeLines(
  study: StudyOutline,
  main: string,
  arm: string,
  place: string,
  findings: readonly Finding[],
): string[] {
  const byClient = Map.groupBy(findings, ({ environment }) => clientText(environment.runtime));
  return [...byClient].flatMap(([client, own]) => {
    const where = byClient.size > 1 ? `${place}, from ${client}` : place;
    const lines = own.flatMap((finding) => answersOf(study, finding, where, arm));
    return lines.find(({ workload }) => workload === main)?.sentence ?? [];
  });
}

// What a quoted entry answers: what hung, and the ratios that its figures imply.

/** What hung, beside what did not under the same workload. */
function hangSentences({ record, results }: QuotedPart): string[] {
  const hung = results.filter(({ result }) => result.outcome === 'hung');
  return hung.map(({ arm, workload, result: { completed, operations } }) => {
    const done =
      completed === undefined
        ? ''
        : `, with ${formatCount(completed)}${operations === undefined ? '' : ` of ${formatCount(operations)}`} done`;
    const finished = results
      .filter((other) => other.workload === workload && other.result.outcome === undefined)
      .map((other) => other.arm.label);
    const others =
      finished.length === 0 ? '' : `; ${new Intl.ListFormat('en').format(finished)} finished`;
    const where = capital(placeOf(record.environment.setting));
    return `${where}, ${arm.label} hung at ${lower(workload.label)}${done}${others}.`;
  });
}

/** Whether the rates of several arms are compared: then they are listed, and no ratio is formed. */
function listsRates({ ratios }: Pick<QuotedPart, 'ratios'>): boolean {
  const rated = ratios.filter(({ of }) => of !== 'time');
  return new Set(rated.map(({ arm }) => arm.id)).size > 1;
}

/** A sentence for each workload with the rates of its arms as they are printed, the highest first. */
function rateSentences(part: QuotedPart): string[] {
  if (!listsRates(part)) return [];
  const place = placeOf(part.record.environment.setting);
  const byWorkload = Map.groupBy(part.results, ({ workload }) => workload);
  const sentences = [...byWorkload].flatMap(([{ label }, results]) => {
    const rates = results.flatMap(({ arm, result: { operationsPerSecond: rate } }) =>
      rate === undefined ? [] : [{ arm: arm.label, rate }],
    );
    const listed = rates
      .sort((a, b) => b.rate - a.rate)
      .map(({ arm, rate }) => `${arm} ${formatRate(rate, 0)}`);
    return listed.length > 1 ? [`${label}, ${place}: ${listed.join(', ')}.`] : [];
  });
  return [...sentences, 'No intervals: the source kept no samples.'];
}

/**
 * A sentence for each subject in each setting, with its ratio or the range of its ratios. What was
 * printed as a rate is compared as one.
 */
function ratioSentences(study: StudyOutline, quoted: readonly QuotedPart[]): string[] {
  const compared = quoted.filter((part) => !listsRates(part));
  const bySetting = Map.groupBy(compared, ({ record }) => record.environment.setting);
  return [...bySetting].flatMap(([setting, parts]) => {
    const ratios = parts.flatMap((part) => part.ratios);
    const kinds = Map.groupBy(ratios, ({ of }) => (of === 'time' ? times : rates));
    return [...kinds].flatMap(([words, own]) =>
      study.subjects.flatMap((id) => {
        const its = own.filter(({ arm }) => arm.id === id);
        return its.length === 0
          ? []
          : [`${capital(placeOf(setting))}, ${subjectPart(its, words)}; no interval.`];
      }),
    );
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
  than: 'as long as',
  value: (ratio) => ratio,
  text: formatRatio,
};
const rates: Words = {
  verb: 'reaches',
  than: 'of the throughput of',
  value: (ratio) => 1 / ratio,
  text: shareText,
};

function subjectPart(ratios: QuotedPart['ratios'], { verb, than, value, text }: Words): string {
  const sorted = ratios.map(({ ratio }) => value(ratio)).sort((a, b) => a - b);
  const [low, high] = [sorted[0], sorted.at(-1)].map((each = NaN) => text(each));
  const range = low === high ? low : `${low} to ${high}`;
  const [arm, reference] = [ratios[0]?.arm.label ?? '', ratios[0]?.reference.label ?? ''];
  return `${arm} ${verb} ${range} ${than} ${reference} ${workloadsOf(ratios)}`;
}

function workloadsOf(ratios: QuotedPart['ratios']): string {
  const labels = [...new Map(ratios.map(({ workload }) => [workload.id, workload.label])).values()];
  const [only = ''] = labels;
  return labels.length === 1 ? `for ${lower(only)}` : `in ${inWords(labels.length)} workloads`;
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
