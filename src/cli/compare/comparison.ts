/** The result of comparing two records or two folders, and its text. */
import { countOf, formatRatioInterval } from '../../numbers/format.ts';
import type { Quantity } from '../../numbers/quantity.ts';
import type { NetworkLink } from '../../harness/record/index.ts';
import {
  type Cell,
  type Estimate,
  type Interval,
  summarise,
  type Verdict,
} from '../../harness/statistics/index.ts';
import { libraryOf, operationOf } from '../../results/names.ts';
import { findOutline } from '../../studies/outlines.ts';
import { type Table, tableOf } from '../../tables/table.ts';
import { toText, withPlainSpaces } from '../../tables/text.ts';
import { verdictText } from '../shared/words.ts';

/** The document of `--json`. Times are in ms per operation, ratios are head ÷ base. */
export interface Comparison {
  kind: 'records' | 'folders';
  /** The one that ratios are stated against. */
  base: Side;
  head: Side;
  studies: StudySummary[];
  /** Rounds in which both sides ran, of all studies together; 0 for two records. */
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

export interface Side {
  /** As `--system` names it, `A` or `B`. */
  name: string;
  /** A folder or a file. */
  source: string;
  commit: string | null;
  dirty: boolean;
  setting?: string;
  /** The delaying proxy between client and bench, if there was one. */
  network?: NetworkLink;
  runtime?: string;
}

interface StudySummary {
  study: string;
  /** Half-width of what counts as equal, as a fraction. */
  margin: number;
  /** Rounds in which both sides ran; absent for two records. */
  rounds?: number;
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
  verdict: Verdict;
  /** The interval that the verdict rests on: stricter than the ratio's own. */
  basis: Interval | undefined;
}

export function comparisonOf(
  sides: Pick<Comparison, 'kind' | 'base' | 'head'>,
  found: readonly StudyResult[],
  notes: readonly string[],
): Comparison {
  const rows = found.flatMap((each) => each.rows);
  return {
    ...sides,
    studies: found.map(({ study, margin, rounds, changed, measured }) => ({
      ...{ study, margin, measured },
      ...(rounds !== undefined && { rounds }),
      ...(changed && { changed }),
    })),
    rounds: found.reduce((sum, { rounds = 0 }) => sum + rounds, 0),
    doubts: found.flatMap(({ doubts }) => doubts),
    notes: [...notes, ...found.flatMap((each) => each.notes)],
    rows,
    slower: found.flatMap((each) => slowerRows(each.rows, each.margin)),
    undecided: rows
      .filter(({ verdict }) => verdict === 'undecided')
      .map(({ study, arm, workload }) => ({ study, arm, workload })),
  };
}

/**
 * The rows of cells that were judged together.
 *
 * @param clockStepsUs smallest step of each side's clock, in µs
 */
export function rowsOf(
  study: Parameters<typeof libraryOf>[0] & { id: string },
  pairs: ReadonlyArray<{ arm: string; base: Cell; head: Cell }>,
  judged: ReadonlyArray<Pick<Row, 'ratio' | 'verdict' | 'basis'>>,
  clockStepsUs: readonly [base: number, head: number],
): Row[] {
  return pairs.map(({ arm, base, head }, index) => {
    const { ratio, verdict, basis } = judged[index] as (typeof judged)[number];
    return {
      study: study.id,
      arm,
      label: libraryOf(study, arm).label,
      workload: base.workload,
      baseMs: summarise(base, clockStepsUs[0]).msPerOperation,
      headMs: summarise(head, clockStepsUs[1]).msPerOperation,
      ratio,
      verdict,
      basis,
    };
  });
}

/** True where the interval of the ratio of the same code to itself excludes 1 and reaches beyond the margin. */
export function hasMoved({ low, high }: Interval, margin: number): boolean {
  const covers = low <= 1 && high >= 1;
  return !covers && (low < 1 / (1 + margin) || high > 1 + margin);
}

/**
 * A row whose verdict claims no more than the noise allows: an arm has to lie beyond the ratio of the same
 * code to itself to be called slower or faster, and where that ratio is not 1 nothing is equal.
 *
 * @param noise interval of the ratio of the same code to itself
 */
export function beyondNoise(row: Row, noise: Interval, margin: number): Row {
  const { verdict, basis } = row;
  if (basis === undefined) return row;
  const holds =
    verdict === 'slower'
      ? basis.low > noise.high
      : verdict === 'faster'
        ? basis.high < noise.low
        : !hasMoved(noise, margin);
  return holds ? row : { ...row, verdict: 'undecided' };
}

/** The rows that are decided slower, and by more than the margin as far as can be told. */
function slowerRows(rows: readonly Row[], margin: number): Row[] {
  return rows.filter(
    ({ verdict, ratio }) => verdict === 'slower' && (ratio?.estimate ?? 0) > 1 + margin,
  );
}

/** A row in a line: `tRPC, One write: 1.31× (1.22–1.40)`. */
export function rowText({ study, label, workload, ratio }: Row): string {
  const { estimate = NaN, interval } = ratio ?? {};
  const name = operationOf(findOutline(study), workload);
  return withPlainSpaces(
    `${label}, ${name}: ${formatRatioInterval(estimate, interval?.low, interval?.high)}`,
  );
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
          of: ({ verdict }) => verdictText(verdict, margin),
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

function sideText({ name, source, commit, dirty, setting, network, runtime }: Side): string {
  const parts = [
    `${commit === null ? 'commit unknown' : `commit ${commit.slice(0, 10)}`}${dirty ? ' with changes' : ''}`,
    setting,
    network && `${network.roundTripMs} ms round trip, jitter ${network.jitterMs} ms, simulated`,
    runtime,
  ];
  return `  ${name}: ${[source, ...parts].filter((part) => part !== undefined).join(', ')}`;
}
