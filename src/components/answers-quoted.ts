/** What a quoted entry answers: what hung, and the ratios that its figures imply. */
import { formatCount, formatRatio } from '../figures/format.ts';
import { shareText } from '../figures/shares.ts';
import type { Answering } from './answers.ts';
import type { QuotedRun } from './entry-data.ts';
import type { NamedResult, QuotedRatio } from './quoted.ts';
import { listed, placeOf } from './run-name.ts';

/** What hung, beside what did not under the same workload. */
export function hangClauses({ quoted }: Answering): string[] {
  return quoted.flatMap(({ record, results }) =>
    hangsOf(results, placeOf(record.environment.setting)),
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
export function ratioClauses({ quoted, study, reference }: Answering): string[] {
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
          ? `${placeOf(setting)}, ${workloadsOf(own)}, ${subject} ${words.than} ${reference}`
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
