/** The result of a comparison of either kind, and how it is printed. */
import { appendFile } from 'node:fs/promises';
import { formatMs, formatPercent, formatRatio, NONE } from '../../figures/format.ts';
import type { NetworkLink } from '../../harness/record/index.ts';
import {
  type Cell,
  type Estimate,
  type Interval,
  summarise,
  type Verdict,
} from '../../harness/statistics/index.ts';
import { columns, markdownTable, numberColumns, spaced } from '../../report/table.ts';
import { armNames, awayText, countOf, equalText, ratioRange } from '../../report/words.ts';

/** The document of `--json`. Times are in ms per operation, ratios are head ÷ base. */
export interface Comparison {
  kind: 'records' | 'interleaved';
  study: string;
  base: Side;
  head: Side;
  /** Half-width of what counts as equal, as a fraction. */
  margin: number;
  /** Number of comparisons that the verdicts are corrected for (Holm). */
  corrected: number;
  /** Rounds in which both sides ran; absent for two records. */
  rounds?: number;
  /** Doubts, in sentences; said before the table. */
  doubts: string[];
  /** Further sentences that are worth knowing. */
  notes: string[];
  rows: Row[];
  /** Rows that are decided slower, by more than the margin: those that `--fail-on` fails on. */
  slower: Array<{ arm: string; workload: string }>;
}

export interface Side {
  /** A file, or a revision. */
  name: string;
  commit: string | null;
  dirty: boolean;
  setting: string;
  /** The delaying proxy between client and bench, if there was one. */
  network?: NetworkLink;
  runtime: string;
}

export interface Row {
  arm: string;
  label: string;
  workload: string;
  /** Median; absent when nothing counts. */
  baseMs: Estimate | undefined;
  headMs: Estimate | undefined;
  /** How many times the base's time the head takes. */
  ratio: Estimate | undefined;
  verdict: Verdict;
  /** The interval that the verdict rests on: stricter than the ratio's own. */
  basis: Interval | undefined;
}

/** The comparison with what is decided alone: where nothing is, it has no rows. */
export function decidedOf({ rows, notes, ...comparison }: Comparison): Comparison {
  const decided = rows.filter(({ verdict }) => verdict === 'faster' || verdict === 'slower');
  const left = rows.length - decided.length;
  return {
    ...comparison,
    rows: decided,
    notes: [...notes, ...(left === 0 ? [] : [`No change is decided in ${countOf(left, 'pair')}.`])],
  };
}

/**
 * The rows of cells that were judged together.
 *
 * @param clockStepsUs smallest step of each side's clock, in µs
 */
export function rowsOf(
  study: Parameters<typeof armNames>[0],
  pairs: ReadonlyArray<{ arm: string; base: Cell; head: Cell }>,
  judged: ReadonlyArray<Pick<Row, 'ratio' | 'verdict' | 'basis'>>,
  clockStepsUs: readonly [base: number, head: number],
): Row[] {
  const names = armNames(study);
  return pairs.map(({ arm, base, head }, index) => {
    const { ratio, verdict, basis } = judged[index] as (typeof judged)[number];
    return {
      arm,
      label: names(arm).label,
      workload: base.workload,
      baseMs: summarise(base, clockStepsUs[0]).msPerOperation,
      headMs: summarise(head, clockStepsUs[1]).msPerOperation,
      ratio,
      verdict,
      basis,
    };
  });
}

/** The rows that are decided slower, and by more than the margin as far as can be told. */
export function slowerRows(rows: readonly Row[], margin: number): Comparison['slower'] {
  return rows
    .filter(({ verdict, ratio }) => verdict === 'slower' && (ratio?.estimate ?? 0) > 1 + margin)
    .map(({ arm, workload }) => ({ arm, workload }));
}

const head = ['arm', 'base, per operation', 'head', 'head ÷ base', 'interval', 'verdict'];

/** The comparison as people read it. */
export function comparisonText(comparison: Comparison, labelOf: (workload: string) => string) {
  return [
    title(comparison),
    `  base: ${sideText(comparison.base)}`,
    `  head: ${sideText(comparison.head)}`,
    ...(comparison.doubts.length === 0 ? [] : ['', ...comparison.doubts]),
    ...tablesOf(comparison).flatMap(([workload, rows]) => [
      '',
      labelOf(workload),
      ...columns(
        head,
        rows.map(([arm, ...rest]) => [`  ${arm}`, ...rest]),
        [0, 5],
      ),
    ]),
    '',
    footnote(comparison),
    ...comparison.notes.map((note) => `  ${note}`),
  ]
    .map(spaced)
    .join('\n');
}

/** The comparison as Markdown, for a job's summary or a comment. */
export function comparisonMarkdown(
  comparison: Comparison,
  labelOf: (workload: string) => string,
): string {
  const lines = [
    `## ${title(comparison)}`,
    '',
    `- base: ${sideText(comparison.base)}`,
    `- head: ${sideText(comparison.head)}`,
    '',
    ...comparison.doubts.flatMap((doubt) => [`**${doubt}**`, '']),
    ...tablesOf(comparison).flatMap(([workload, rows]) => [
      `### ${labelOf(workload)}`,
      '',
      markdownTable(numberColumns(head), rows),
      '',
    ]),
    footnote(comparison),
    '',
    ...comparison.notes.map((note) => `- ${note}`),
    '',
  ];
  return `${lines.join('\n')}\n`;
}

/** Appends the comparison to a file as Markdown, as a job's summary wants it. */
export const appendSummary = (file: string, ...shown: Parameters<typeof comparisonMarkdown>) =>
  appendFile(file, comparisonMarkdown(...shown));

/** The cells of each workload's table. */
function tablesOf({ rows, margin }: Comparison) {
  const cells = ({ label, baseMs, headMs, ratio, verdict }: Row) => [
    label,
    formatMs(baseMs?.estimate ?? NaN),
    formatMs(headMs?.estimate ?? NaN),
    formatRatio(ratio?.estimate ?? NaN),
    ratioRange(ratio?.interval) || NONE,
    verdict === 'equal' ? equalText(margin) : verdict,
  ];
  const byWorkload = Map.groupBy(rows, ({ workload }) => workload);
  return [...byWorkload].map(([workload, own]) => [workload, own.map(cells)] as const);
}

function title({ kind, study, rounds }: Comparison): string {
  return kind === 'records'
    ? `${study}: two records`
    : `${study}: base and head in ${countOf(rounds ?? 0, 'alternating round')}`;
}

function sideText({ name, commit, dirty, setting, network, runtime }: Side): string {
  const code = commit === null ? 'commit unknown' : `commit ${commit.slice(0, 10)}`;
  return `${name}, ${code}${dirty ? ' with changes' : ''}, ${setting}${awayText(network)}, ${runtime}`;
}

function footnote({ corrected, margin, slower }: Comparison): string {
  const found =
    slower.length === 0
      ? 'None is decided slower by more than the margin.'
      : `Decided slower by more than the margin: ${countOf(slower.length, 'comparison')}.`;
  return (
    `Ratios with 95 % intervals; verdicts on ${countOf(corrected, 'comparison')} corrected ` +
    `together (Holm); less than ${formatPercent(margin, margin < 0.01 ? 1 : 0)} apart counts as equal. ${found}`
  );
}
