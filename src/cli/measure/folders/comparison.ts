/** The result of comparing two folders, and its text. */
import { countOf, NONE } from '../../../numbers/format.ts';
import { formatWithInterval, type Quantity } from '../../../numbers/quantity.ts';
import type { Estimate, Interval, Verdict } from '../../../harness/statistics/index.ts';
import { operationOf } from '../../../results/names.ts';
import { findOutline } from '../../../studies/outlines.ts';
import { type Table, tableOf } from '../../../tables/table.ts';
import { toText, withPlainSpaces } from '../../../tables/text.ts';
import { NO_VERDICT, verdictText } from '../words.ts';

/** The document of `--json`. Times are in ms per operation, ratios are head ÷ base. */
export interface Comparison {
  kind: 'folders';
  /** The one that ratios are stated against. */
  base: Side;
  head: Side;
  studies: StudySummary[];
  /** Rounds in which both sides ran, of all studies together. */
  rounds: number;
  /** Doubts, in sentences; said before the table. */
  doubts: string[];
  /** Further sentences that are worth knowing. */
  notes: string[];
  rows: Row[];
  /** The rows that are decided slower, and by more than the margin. */
  slower: Row[];
  /** The rows of which nothing is decided. */
  undecided: Array<Pick<Row, 'study' | 'arm' | 'workload'>>;
}

interface Side {
  /** As `--system` names it. */
  name: string;
  /** The folder. */
  source: string;
  commit: string | null;
  dirty: boolean;
}

interface StudySummary {
  study: string;
  /** Half-width of what counts as equal, as a fraction. */
  margin: number;
  /** Rounds in which both sides ran. */
  rounds: number;
  /** Ids of the arms whose code differs between two checkouts; absent where that was not looked up. */
  changed?: string[];
  /** Ids of the arms that were measured. */
  measured: string[];
}

/** The result of one study. The verdicts of its rows are corrected together (Holm). */
export interface StudyResult extends StudySummary {
  rows: Row[];
  doubts: string[];
  notes: string[];
}

export interface Row {
  study: string;
  arm: string;
  label: string;
  workload: string;
  /** Median; absent when nothing counts. */
  baseMs: Estimate | undefined;
  headMs: Estimate | undefined;
  /** How many times the base's time the head takes. */
  ratio: Estimate | undefined;
  /** Absent where the two sides had different conditions. */
  verdict?: Verdict | undefined;
  /** The interval that the verdict rests on: stricter than the ratio's own. */
  basis: Interval | undefined;
}

export function comparisonOf(
  sides: Pick<Comparison, 'base' | 'head'>,
  found: readonly StudyResult[],
  notes: readonly string[],
): Comparison {
  const rows = found.flatMap((each) => each.rows);
  return {
    kind: 'folders',
    ...sides,
    studies: found.map(({ study, margin, rounds, changed, measured }) => ({
      ...{ study, margin, measured, rounds },
      ...(changed && { changed }),
    })),
    rounds: found.reduce((sum, { rounds }) => sum + rounds, 0),
    doubts: found.flatMap(({ doubts }) => doubts),
    notes: [...notes, ...found.flatMap((each) => each.notes)],
    rows,
    slower: found.flatMap((each) => slowerRows(each.rows, each.margin)),
    undecided: rows
      .filter(({ verdict }) => verdict === 'undecided')
      .map(({ study, arm, workload }) => ({ study, arm, workload })),
  };
}

/** The rows that are decided slower, and by more than the margin as far as can be told. */
function slowerRows(rows: readonly Row[], margin: number): Row[] {
  return rows.filter(
    ({ verdict, ratio }) => verdict === 'slower' && (ratio?.estimate ?? 0) > 1 + margin,
  );
}

/** A row in a line: `tRPC, One write: 1.31× (1.22–1.40)`. */
export function rowText({ study, label, workload, ratio }: Row): string {
  const shown = quantityOf(ratio, '×');
  const name = operationOf(findOutline(study), workload);
  return withPlainSpaces(`${label}, ${name}: ${shown ? formatWithInterval(shown) : NONE}`);
}

/** The comparison as people read it. */
export function comparisonText(comparison: Comparison): string {
  const { base, head, studies, rows, doubts, notes, slower } = comparison;
  const lines = [
    `${head.name} compared with ${base.name}`,
    sideText(base),
    sideText(head),
    ...studies.flatMap(({ study, changed }) =>
      changed === undefined ? [] : [`  Changed in ${study}: ${changed.join(', ')}`],
    ),
    ...(doubts.length === 0 ? [] : ['', ...doubts]),
    ...studies.flatMap((study) =>
      tablesOf(comparison, study).flatMap((table) => ['', toText(table)]),
    ),
    ...(rows.length === 0
      ? []
      : ['', 'Times are per operation. Verdicts are corrected together within a study (Holm).']),
    ...(slower.length === 0
      ? []
      : [`Slower by more than the margin: ${countOf(slower.length, 'comparison')}.`]),
    ...notes.map((note) => `  ${note}`),
  ];
  return lines.map(withPlainSpaces).join('\n');
}

/** A table for each workload of a study: a configuration’s two times, their ratio and its verdict. */
function tablesOf({ base, head, rows, studies }: Comparison, of: StudySummary): Table[] {
  const { study, margin } = of;
  const own = Map.groupBy(
    rows.filter((row) => row.study === study),
    ({ workload }) => workload,
  );
  return [...own].map(([workload, each]) => {
    const name = operationOf(findOutline(study), workload);
    return tableOf(each, {
      caption: studies.length > 1 ? `${name} (${study})` : name,
      columns: [
        { id: 'library', label: 'Library', kind: 'text', of: ({ label }) => label },
        ...([base, head] as const).map(({ name: side }, at) => ({
          ...{ id: side, label: side, kind: 'number' as const, note: 'ms' },
          of: ({ baseMs, headMs }: Row) =>
            quantityOf(at === 0 ? baseMs : headMs, 'ms') ?? 'not measured',
        })),
        {
          ...{ id: 'ratio', label: `${head.name} ÷ ${base.name}`, kind: 'ratio' },
          of: ({ ratio }) => quantityOf(ratio, '×') ?? '',
        },
        {
          ...{ id: 'verdict', label: 'Verdict', kind: 'text' },
          of: ({ verdict }) => (verdict ? verdictText(verdict, margin) : NO_VERDICT),
        },
      ],
    });
  });
}

export function quantityOf(estimate: Estimate | undefined, unit: 'ms' | '×'): Quantity | undefined {
  if (estimate === undefined) return undefined;
  const { estimate: value, interval } = estimate;
  const ends = interval && { low: interval.low, high: interval.high };
  return { value, ...ends, unit, from: 'measured' };
}

function sideText({ name, source, commit, dirty }: Side): string {
  const at = commit === null ? 'commit unknown' : `commit ${commit.slice(0, 10)}`;
  return `  ${name}: ${source}, ${at}${dirty ? ' with changes' : ''}`;
}
