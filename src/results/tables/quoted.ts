/** Times by the figures that an outside document printed, and the tables of such figures as it printed them. */
import type { QuotedFigure, QuotedResult, roundedFields } from '../../core/record/index.ts';
import type { StudyOutline } from '../../core/plan/index.ts';
import { mostDecimals, formatCount, formatNumber, formatRatio, THIN } from '../numbers/format.ts';
import { libraryOf, operationOf } from '../names.ts';
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

type Rounded = (typeof roundedFields)[number];

/** Gives the number of a printed figure; claims read it at both ends of what its digits stand for. */
export type ReadFigure = (result: QuotedResult, field: Rounded) => number | undefined;

const asPrinted: ReadFigure = (result, field) => result[field];

/** Digits from the first that is not 0: 3 of 0.171, 4 of 5858, 2 of 0.050. */
function digitsOf(printed: string): number {
  return printed.replace(/[-+.]/g, '').replace(/^0+/, '').length;
}

/** A figure of a result as it is printed. */
export function printedDigits(result: QuotedResult, field: Rounded): string {
  return result.printed?.[field] ?? String(result[field] ?? '');
}

/**
 * ms per operation, from the most exact figures there are: the total, which is printed with more
 * digits than the average; else the throughput, if it has more digits; else the average. Undefined
 * for a result without a total and an average: a mere throughput may be of many clients at once.
 */
export function msPerOperation(
  result: QuotedResult,
  read: ReadFigure = asPrinted,
): number | undefined {
  const { operations, totalMs, msPerOperation: average } = result;
  if (operations && totalMs) return over(read(result, 'totalMs'), operations);
  if (!average) return undefined;
  const [rate, time] = (['operationsPerSecond', 'msPerOperation'] as const).map((field) =>
    digitsOf(printedDigits(result, field)),
  );
  return (rate ?? 0) > (time ?? 0)
    ? over(1000, read(result, 'operationsPerSecond'))
    : read(result, 'msPerOperation');
}

function over(above: number | undefined, below: number | undefined): number | undefined {
  return above === undefined || below === undefined ? undefined : above / below;
}

/**
 * How many times as long the first takes as the second, from the most exact figures that both have: times, else
 * throughputs, else amounts of data. Undefined if they have none in common, as when one hung.
 */
export function costRatio(
  result: QuotedResult,
  reference: QuotedResult,
  read: ReadFigure = asPrinted,
): number | undefined {
  const [own = [], its = []] = [result, reference].map((each) => [
    msPerOperation(each, read),
    over(1, read(each, 'operationsPerSecond')),
    over(1, read(each, 'megabytesPerSecond')),
  ]);
  return own.map((cost, at) => over(cost, its[at])).find((ratio) => ratio !== undefined);
}
