import { formatRatio } from '../figures/format.ts';
import type { Result, WorkloadResult } from './model.ts';
import { answerLines } from './first-screen.ts';
import { markdownTable, numberColumns } from './table.ts';

/** A result as Markdown that stands by itself in an issue or a chat. */
export function resultMarkdown(result: Result, pageUrl: string): string {
  const {
    title,
    first,
    implementation,
    summary,
    caution,
    differs,
    warnings,
    correction,
    settingNote,
  } = result;
  const { notices, discarded, reference } = result;
  const paragraphs = [
    `## ${title}`,
    list(answerLines(first)),
    implementation,
    summary,
    caution,
    differs,
    section(`First, the noise: ${reference} against itself`, list(warnings)),
    ...result.workloads.map((workload) => workloadMarkdown(workload, reference)),
    correction,
    settingNote,
    section('What is odd about this run', list(notices)),
    `### Discarded turns\n\n${[discarded.summary, list(discarded.lines)].filter(isText).join('\n\n')}`,
    section('Where it ran', list(result.facts.map(({ term, value }) => `${term}: ${value}`))),
    `Measured in the browser at <${pageUrl}>.`,
  ];
  return `${paragraphs.filter(isText).join('\n\n')}\n`;
}

function workloadMarkdown(workload: WorkloadResult, reference: string): string {
  const { label, question, ratios, control, rows, lacks, levels } = workload;
  const sentences = ratios.map(({ sentence, verdict, quoted }) => {
    const judged = verdict === undefined ? '' : ` ${verdict}.`;
    const theirs = quoted === undefined ? '' : ` Quoted: ${formatRatio(quoted)}.`;
    return `${sentence}${judged}${theirs}`;
  });
  const head = [
    'Arm',
    'ms per operation (median)',
    'Interval',
    'p99',
    'Operations per second (derived)',
    'Frames out / in',
    'Round trips',
    'Bytes out / in',
    'Connect (median)',
  ];
  const body = rows.map((row) => [
    row.counted === '' ? row.label : `${row.label} (${row.counted})`,
    row.median,
    row.range,
    row.p99,
    row.detail === '' ? row.rate : `${row.rate} (${row.detail})`,
    row.frames,
    row.roundTrips,
    row.bytes,
    row.connect,
  ]);
  return [
    `### ${label}`,
    question,
    list(sentences),
    control === undefined ? undefined : `${reference} against itself: ${control}`,
    markdownTable(numberColumns(head), body),
    list(rows.flatMap((row) => (row.failure === '' ? [] : `${row.label}: ${row.failure}`))),
    list(lacks.map((lack) => `${lack.label}: cannot do this. ${lack.reason}`)),
    `Frames, round trips and bytes are per operation. Measured unless a column says derived; ratios to ${reference} are derived from measured times. ${levels}`,
  ]
    .filter(isText)
    .join('\n\n');
}

function section(title: string, body: string): string {
  return body === '' ? '' : `### ${title}\n\n${body}`;
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function isText(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}
