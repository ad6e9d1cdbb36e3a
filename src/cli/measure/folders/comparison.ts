/** What a run of two folders found: a row for each configuration and operation, and their report. */
import { withOutsideOf } from '../../../harness/plan/index.ts';
import { CONTROL, type SessionRecord } from '../../../harness/record/index.ts';
import type { End } from '../../../harness/run/index.ts';
import {
  cellsOf,
  judge,
  type Judgement,
  pairedLogRatios,
  type Verdict,
} from '../../../harness/statistics/index.ts';
import { countOf, NONE } from '../../../numbers/format.ts';
import { formatWithInterval, type Quantity } from '../../../numbers/quantity.ts';
import { conditionNotices, differencesBetween } from '../../../results/conditions.ts';
import { libraryOf, operationOf } from '../../../results/names.ts';
import { ratioBetween } from '../../../results/pairs.ts';
import type { MeasuredResult, Row } from '../../../results/result.ts';
import { resultOf } from '../../../results/rows-of.ts';
import { findOutline } from '../../../studies/outlines.ts';
import { tableOf } from '../../../tables/table.ts';
import { withPlainSpaces } from '../../../tables/text.ts';
import { type Report, summaryOf } from '../report.ts';
import { controlText, factsOf, NO_VERDICT, verdictText } from '../words.ts';
import { sideId } from './paired.ts';

export interface SideFacts {
  /** As `--system` names it. */
  name: string;
  /** The folder. */
  source: string;
  commit: string | null;
  dirty: boolean;
}

/** What is known of a comparison besides its record. */
export interface Compared {
  /** The one that ratios are stated against. */
  base: SideFacts;
  head: SideFacts;
  study: string;
  /** Half-width of what counts as equal, as a fraction. */
  margin: number;
  /** Ids of the arms whose code differs between two checkouts; absent where that was not looked up. */
  changed?: string[];
}

/** A configuration's times on both sides. */
export interface ComparisonRow extends Pick<Row, 'arm' | 'workload' | 'verdict'> {
  label: string;
  /** In ms; absent where nothing counted. */
  base?: Quantity | undefined;
  head?: Quantity | undefined;
  /** How many times the base's time the head takes. */
  ratio?: Quantity | undefined;
}

export interface Comparison extends Report {
  compared: Compared;
  rows: ComparisonRow[];
  /** The rows that are decided slower, and by more than the margin. */
  slower: ComparisonRow[];
}

export function comparisonOf(record: SessionRecord, end: End, compared: Compared): Comparison {
  const result = resultOf(record, end.kind);
  const { base, head, margin, changed } = compared;
  const study = withOutsideOf(findOutline(record.study), [record.environment]);
  const { labels = {} } = record.environment;
  const rows = rowsOf(record, result, compared, (arm) => libraryOf(study, arm).label);
  const own = [...new Set(rows.map(({ arm }) => arm))];
  const controls = result.rows.filter(({ arm }) => arm === CONTROL);
  return {
    title: `${head.name} compared with ${base.name}: ${study.title}`,
    summary: summaryOf(record, result, end),
    facts: [
      ...[base, head].map((side) => ({ term: side.name, value: sideText(side) })),
      ...(changed === undefined ? [] : [{ term: 'Changed', value: changed.join(', ') }]),
      ...factsOf(result),
    ],
    workloads: result.plan.workloads.map((workload) => ({
      table: tableOf(
        rows.filter((row) => row.workload === workload),
        {
          caption: operationOf(study, workload),
          columns: [
            { id: 'library', label: 'Library', kind: 'text', of: ({ label }) => label },
            { ...timeOf(base), of: (row) => row.base ?? 'not measured' },
            { ...timeOf(head), of: (row) => row.head ?? 'not measured' },
            {
              ...{ id: 'ratio', label: `${head.name} ÷ ${base.name}`, kind: 'ratio' },
              of: ({ ratio }) => ratio ?? '',
            },
            {
              ...{ id: 'verdict', label: 'Verdict', kind: 'text' },
              of: ({ verdict }) => (verdict ? verdictText(verdict) : NO_VERDICT),
            },
          ],
        },
      ),
      notes: controls
        .filter((row) => row.workload === workload)
        .map((row) => controlText(row.control ?? {}, noiseOf(row, result))),
    })),
    notices: [
      ...conditionNotices(
        result.rows,
        own.map((arm) => ({ plain: sideId(base.name, arm), arms: [sideId(head.name, arm)] })),
        (arm) => ({ label: labels[arm] ?? arm }),
      ),
      ...result.discarded.map(
        ({ arm, turns, detail, reason }) =>
          `${labels[arm] ?? arm}: ${countOf(turns, 'turn')} discarded: ${detail ?? reason}.`,
      ),
    ],
    obstacles: [],
    ...{ result, end, compared, rows },
    slower: rows.filter(
      ({ verdict, ratio }) => verdict === 'slower' && (ratio?.value ?? 0) > 1 + margin,
    ),
  };
}

const timeOf = ({ name }: SideFacts) =>
  ({ id: name, label: name, kind: 'number', note: 'ms' }) as const;

/** The base's reference ÷ itself, under one workload. */
function noiseOf(control: Row, { rows, plan }: MeasuredResult): Quantity | undefined {
  const { workload } = control;
  const to = rows.find((row) => row.workload === workload && row.arm === plan.reference);
  return to && ratioBetween(control, to);
}

/** Judges the head's time against the base's, arm by arm, from the rounds in which both ran. */
function rowsOf(
  record: SessionRecord,
  result: MeasuredResult,
  { base, head, margin }: Compared,
  labelOf: (arm: string) => string,
): ComparisonRow[] {
  const cells = new Map(cellsOf(record).map((cell) => [`${cell.arm} ${cell.workload}`, cell]));
  const rows = new Map(result.rows.map((row) => [`${row.arm} ${row.workload}`, row]));
  const prefix = sideId(head.name, '');
  const pairs = result.rows.flatMap((row) => {
    const { workload } = row;
    const arm = row.arm.startsWith(prefix) ? row.arm.slice(prefix.length) : '';
    const other = `${sideId(base.name, arm)} ${workload}`;
    const [to, own, its] = [rows.get(other), cells.get(`${row.arm} ${workload}`), cells.get(other)];
    // Without a cell where one of the two cannot do the workload.
    return to && own && its ? [{ arm, row, to, logRatios: pairedLogRatios(own, its) }] : [];
  });
  const judged = judge(
    pairs.map(({ logRatios }) => ({ logRatios, share: 1, nextShare: 1 })),
    margin,
  );
  return pairs.map(({ arm, row, to }, at): ComparisonRow => {
    const { workload } = row;
    const control = rows.get(`${CONTROL} ${workload}`);
    const noise = control && noiseOf(control, result);
    const verdict = differencesBetween(row, to).length === 0 ? judged[at] : undefined;
    return {
      ...{ arm, workload, label: labelOf(arm), base: to.time, head: row.time },
      ratio: ratioBetween(row, to),
      verdict: verdict && beyondNoise(verdict, noise, margin),
    };
  });
}

/**
 * A verdict that claims no more than the noise allows. Where the interval of the ratio of the same code to
 * itself excludes 1 and reaches beyond the margin, an arm has to lie beyond that interval to be called slower
 * or faster, and nothing is equal.
 */
function beyondNoise(
  { verdict, basis }: Judgement,
  { low = 1, high = 1 }: Partial<Quantity> = {},
  margin: number,
): Verdict {
  const covers = low <= 1 && high >= 1;
  const hasMoved = !covers && (low < 1 / (1 + margin) || high > 1 + margin);
  if (!hasMoved || basis === undefined) return verdict;
  const isBeyond =
    (verdict === 'slower' && basis.low > high) || (verdict === 'faster' && basis.high < low);
  return isBeyond ? verdict : 'undecided';
}

/** A row in a line: `tRPC, One write: 1.31× (1.22–1.40)`. */
export function rowText(
  { compared }: Comparison,
  { label, workload, ratio }: ComparisonRow,
): string {
  const name = operationOf(findOutline(compared.study), workload);
  return withPlainSpaces(`${label}, ${name}: ${ratio ? formatWithInterval(ratio) : NONE}`);
}

function sideText({ source, commit, dirty }: SideFacts): string {
  const at = commit === null ? 'commit unknown' : `commit ${commit.slice(0, 10)}`;
  return `${source}, ${at}${dirty ? ' with changes' : ''}`;
}

/** The document of `--json`. Times are in ms per operation, ratios are head ÷ base. */
export function comparisonDocument({ compared, rows, slower, notices, result }: Comparison) {
  const { base, head, study, margin, changed } = compared;
  return {
    ...{ kind: 'folders', base, head },
    studies: [{ study, margin, rounds: result.rounds, ...(changed && { changed }) }],
    ...{ notices, rows, slower },
  };
}
