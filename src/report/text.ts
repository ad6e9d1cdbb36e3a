import type { Result, WorkloadResult } from './model.ts';
import { answerLines } from './first-screen.ts';
import { columns, spaced } from './table.ts';

/**
 * A result as a terminal shows it: what may be doubted first, then a table for each workload.
 *
 * @param obstacles what keeps the record from being published, in phrases
 */
export function resultText(result: Result, obstacles: readonly string[]): string {
  const { title, summary, facts, caution, warnings, reference, notices, discarded } = result;
  const lines = [
    title,
    ...answerLines(result.first),
    ...(result.implementation === undefined ? [] : [result.implementation]),
    summary,
    ...facts.map(({ term, value }) => `  ${term}: ${value}`),
    ...(caution === undefined ? [] : ['', caution]),
    ...section(`First, the noise, ${reference} against itself:`, warnings),
    ...result.workloads.flatMap((workload) => workloadLines(workload, result)),
    '',
    [
      `Ratios are an arm’s time ÷ ${reference}’s, with 95 % intervals.`,
      ...(result.correction === undefined ? [] : [result.correction]),
      'Frames, out and in, and round trips are per operation.',
    ].join(' '),
    ...section('Odd about this run:', notices),
    ...(discarded.lines.length === 0 ? [] : section(discarded.summary, discarded.lines)),
    ...section('This record cannot be published as it is:', obstacles),
  ];
  return lines.map(spaced).join('\n');
}

function workloadLines(workload: WorkloadResult, { caution, reference }: Result): string[] {
  const { label, rows, lacks, control } = workload;
  // Only some workloads have figures of their own kind.
  const detailed = rows.some(({ detail }) => detail !== '');
  const head = ['arm', 'per operation', 'interval', 'p99', 'rate', 'frames', 'trips', 'ratio'];
  const cells = rows.map((row) => [
    `  ${row.label}${row.counted === '' ? '' : ` (${row.counted})`}`,
    row.median,
    row.range,
    row.p99,
    row.rate,
    row.frames,
    row.roundTrips,
    row.ratio ?? 'reference',
    row.ratioRange,
    // A run that was stopped by hand decides nothing.
    caution === undefined ? [row.verdict, row.needed].filter((part) => part !== '').join(', ') : '',
    ...(detailed ? [row.detail] : []),
  ]);
  const titles = [...head, 'interval', 'verdict', ...(detailed ? ['besides'] : [])];
  return [
    '',
    label,
    ...columns(titles, cells, [0, 9, 10]),
    ...rows.flatMap((row) => (row.failure === '' ? [] : `  ${row.label}: ${row.failure}`)),
    ...lacks.map((lack) => `  ${lack.label}: cannot do this. ${lack.reason}`),
    ...(control === undefined ? [] : [`  ${reference} against itself: ${control}`]),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
}
