/** What a quoted entry answers: what hung, and the ratios that its figures imply. */
import { formatCount, formatRatio } from '../figures/format.ts';
import { countOf } from '../islands/live-bench/result/words.ts';
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

/** A clause for each subject in each setting, with its ratio or the range of its ratios. */
export function ratioClauses({ quoted, study, reference }: Answering): string[] {
  const bySetting = Map.groupBy(quoted, ({ record }) => record.environment.setting);
  return [...bySetting].flatMap(([setting, runs]) => {
    const ratios = runs.flatMap((run: QuotedRun) => run.ratios);
    const workloads = new Map(ratios.map(({ workload }) => [workload.id, workload.label]));
    const [only = ''] = workloads.values();
    const over =
      workloads.size === 1 ? `for ${lower(only)}` : `over ${countOf(workloads.size, 'workload')}`;
    const subjects = study.subjects.flatMap((id) => {
      const own = ratios.filter(({ arm }) => arm.id === id);
      return own.length === 0 ? [] : [subjectPart(own)];
    });
    return subjects.map((subject, index) =>
      index === 0 ? `${placeOf(setting)}, ${over}, ${subject} the time of ${reference}` : subject,
    );
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
