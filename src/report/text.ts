/** A result as Markdown, and in the repository’s form for a wrong number. */
import { NONE } from '../numbers/format.ts';
import { answerLines } from './first-screen.ts';
import type { Result, WorkloadResult } from './model.ts';
import { markdownTable, numberColumns } from './table.ts';

/** A result as Markdown that stands by itself in an issue or a chat. */
export function resultMarkdown(result: Result, pageUrl: string): string {
  const { title, first, implementation, summary, caution, warnings } = result;
  const { notices, discarded, reference } = result;
  const paragraphs = [
    `## ${title}`,
    bullets(answerLines(first)),
    implementation,
    summary,
    caution,
    paragraph(`First, the noise: ${reference} against itself`, bullets(warnings)),
    ...result.workloads.map((workload) => workloadMarkdown(workload, reference)),
    paragraph('What is odd about this run', bullets(notices)),
    `### Discarded turns\n\n${[discarded.summary, bullets(discarded.lines)].filter(isText).join('\n\n')}`,
    paragraph('Where it ran', bullets(result.facts.map(({ term, value }) => `${term}: ${value}`))),
    `Measured in the browser at <${pageUrl}>.`,
  ];
  return `${paragraphs.filter(isText).join('\n\n')}\n`;
}

function workloadMarkdown(workload: WorkloadResult, reference: string): string {
  const { label, question, control, rows, lacks, levels } = workload;
  const connects = rows.some(({ connect }) => connect !== undefined);
  const head = [
    'Arm',
    'ms per operation (median)',
    'Interval',
    `÷ ${reference} (derived)`,
    'Interval',
    'Verdict',
    'p99',
    'Operations per second (derived)',
    'Frames out / in',
    'Round trips',
    'Bytes out / in',
    ...(connects ? ['Connect (median)'] : []),
  ];
  const body = rows.map((row) => [
    row.counted === '' ? row.label : `${row.label} (${row.counted})`,
    row.median,
    row.range,
    row.ratio ?? NONE,
    row.ratioRange,
    row.judged,
    row.p99,
    row.detail === '' ? row.rate : `${row.rate} (${row.detail})`,
    row.frames,
    row.roundTrips,
    row.bytes,
    ...(connects ? [row.connect ?? NONE] : []),
  ]);
  return [
    `### ${label}`,
    question,
    control === undefined ? undefined : `${reference} against itself: ${control}`,
    markdownTable(numberColumns(head), body),
    bullets(rows.flatMap((row) => (row.failure === '' ? [] : `${row.label}: ${row.failure}`))),
    bullets(lacks.map((lack) => `${lack.label}: cannot do this. ${lack.reason}`)),
    `Frames, round trips and bytes are per operation. Measured unless a column says derived. ${levels}`,
  ]
    .filter(isText)
    .join('\n\n');
}

function paragraph(title: string, body: string): string {
  return body === '' ? '' : `### ${title}\n\n${body}`;
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function isText(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}

// A link to the repository’s form for a number that looks wrong: .github/ISSUE_TEMPLATE/number.yml.

/** Longest address that is made, in characters: servers refuse longer ones. */
const LONGEST = 8000;

/** The fields of the form by their ids. */
export interface NumberIssue {
  /** Address of the page that shows the number. */
  page: string;
  /** The sentence with the number. */
  number: string;
  /** Address that opens the whole result; left out where the form’s address would be too long. */
  result: string;
}

/** @param repository address of the repository, without a slash at the end */
export function issueUrl(repository: string, title: string, issue: NumberIssue): string {
  const { page, number, result } = issue;
  const query = new URLSearchParams({ template: 'number.yml', title, page, number, result });
  const address = () => `${repository}/issues/new?${query}`;
  if (address().length > LONGEST) query.delete('result');
  return address();
}
