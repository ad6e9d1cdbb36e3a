/** The tables of a quoted record: what its source printed, as it printed it. */
import type { QuotedFigure, QuotedResult } from '../../core/record/index.ts';
import type { StudyOutline } from '../../core/plan/index.ts';
import { mostDecimals, formatCount, formatNumber, formatRatio, THIN } from '../numbers/format.ts';
import { libraryOf, operationOf } from '../names.ts';
import { costRatio } from '../quoted.ts';
import type { DocumentResult, Row } from '../result.ts';
import { type Cell, column, groupedTable, type Table, tableOf } from './table.ts';

/** Fields of a quoted result that a column each shows. */
const printed: ReadonlyArray<
  readonly [field: keyof QuotedResult, label: string, note: string | undefined]
> = [
  ['operations', 'Operations', undefined],
  ['clients', 'Clients', undefined],
  ['totalMs', 'Total', 'ms'],
  ['msPerOperation', 'An operation', 'ms'],
  ['operationsPerSecond', 'Operations a second', undefined],
  ['latencyMs', 'Latency', 'ms'],
  ['megabytesPerSecond', 'MB a second', undefined],
];

/**
 * Rows of a document, operation by operation; a ratio is the quotient of the printed figures, in times of the
 * reference: of a throughput, that throughput and the time that it stands for.
 */
function printedTable(study: StudyOutline, rows: readonly Row[], caption: string): Table {
  const { quotedReference = study.reference } = study;
  const ratioOf = (row: Row) => {
    const to = rows.find(
      ({ arm, workload }) => arm === quotedReference && workload === row.workload,
    );
    return row.quoted && to?.quoted && row !== to ? costRatio(row.quoted, to.quoted) : undefined;
  };
  const ratio = (row: Row): Cell => {
    const found = ratioOf(row);
    return found === undefined ? '' : { value: found, unit: '×', from: 'quoted' };
  };
  const throughput = (row: Row): Cell => {
    const found = row.time === undefined ? ratioOf(row) : undefined;
    return found === undefined ? '' : formatRatio(1 / found);
  };
  const amounts = printed.map(([field, label, note]) => {
    const values = rows.map(({ quoted }) => quoted?.[field]);
    const decimals = mostDecimals(
      values.map((each) => (typeof each === 'number' ? each : undefined)),
    );
    // Sources that call their times approximate still count exactly.
    const isCount = field === 'operations' || field === 'clients';
    return column<Row>(
      'number',
      label,
      ({ quoted }) => {
        const value = quoted?.[field];
        if (typeof value !== 'number') return '';
        return `${quoted?.approximate && !isCount ? '≈ ' : ''}${formatNumber(value, decimals)}`;
      },
      note,
    );
  });
  const times = `× ${libraryOf(study, quotedReference, true).label}`;
  return groupedTable(rows, ({ workload }) => operationOf(study, workload), {
    caption,
    note: `Quoted as printed by the source, which kept no samples, so no number has an interval.`,
    columns: [
      column('library', 'Library', ({ arm }) => libraryOf(study, arm, true)),
      column('bar', 'Time', ({ time }) => time ?? ''),
      ...amounts,
      column('number', 'A call', perCall, 'ms, from the total'),
      column('number', 'Throughput', throughput, times),
      column('ratio', 'Time', ratio, times),
      column('text', 'Outcome', outcomeCell),
    ],
  });
}

const perCall = ({ time, quoted }: Row): Cell =>
  time === undefined || quoted?.msPerOperation !== undefined ? '' : time;

function outcomeCell({ quoted }: Row): Cell {
  if (quoted?.outcome !== 'hung') return quoted?.validated ? 'results checked' : '';
  const { completed, operations } = quoted;
  if (completed === undefined || operations === undefined) return 'hung';
  return `hung at ${formatCount(completed)} of ${formatCount(operations)}`;
}

/** A table for each quoted record: they share no scale. */
export function printedTables(
  study: StudyOutline,
  results: ReadonlyArray<DocumentResult & { id: string }>,
  names: ReadonlyMap<string, string>,
): Table[] {
  return results
    .filter(({ rows }) => rows.length > 0)
    .map(({ id, rows }) => printedTable(study, rows, `Printed by the source: ${names.get(id)}`));
}

/** A figure as printed: `24.43 ms`, `≈ 2–3 %`. */
function figureText({ value, low, high, unit, approximate, printed: digits }: QuotedFigure) {
  const text = (number: number | undefined, own?: string): string =>
    number === undefined ? '' : (own ?? formatNumber(number, mostDecimals([number])));
  const ends = [text(low, digits?.low), text(high, digits?.high)].join('–');
  const shown = value === undefined ? ends : text(value, digits?.value);
  return `${approximate ? '≈ ' : ''}${shown}${unit === '×' ? unit : `${THIN}${unit}`}`;
}

/** Every figure of a document that is no result, by its name there. */
export function figuresTable({ figures }: DocumentResult, caption: string): Table {
  return tableOf(figures, {
    caption,
    note: 'Quoted as printed by the source.',
    columns: [
      column('text', 'Figure', ({ label }) => label),
      column('number', 'Printed', figureText),
      column('text', 'Origin', ({ origin }) => origin),
    ],
  });
}
