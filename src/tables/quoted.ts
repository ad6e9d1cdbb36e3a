/** The tables of a quoted record: what its source printed, as it printed it. */
import type { QuotedFigure, QuotedResult } from '../harness/record/index.ts';
import type { StudyOutline } from '../harness/plan/index.ts';
import { mostDecimals, formatCount, formatNumber, formatRatio, THIN } from '../numbers/format.ts';
import { quotient } from '../numbers/quantity.ts';
import { libraryOf, operationOf } from '../results/names.ts';
import type { DocumentResult, Row } from '../results/result.ts';
import { type Cell, column, groupedTable, isQuantity, type Table, tableOf } from './table.ts';

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

/** A row with the run it is of, where an entry quotes several. */
type PrintedRow = Row & { run?: string };

/**
 * Rows of documents, operation by operation; a ratio is the quotient of the printed figures, in times of the
 * reference: of a throughput, that throughput and the time that it stands for.
 *
 * @param rows of records that share a setting and a client
 */
export function printedTable(
  study: StudyOutline,
  rows: readonly PrintedRow[],
  caption: string,
): Table {
  const { quotedReference = study.reference } = study;
  const ratio = (row: PrintedRow): Cell => {
    const to = rows.find(
      ({ arm, workload, run }) =>
        arm === quotedReference && workload === row.workload && run === row.run,
    );
    if (to === undefined || to === row) return '';
    if (row.time && to.time) return quotient(row.time, to.time);
    const [own, its] = [row.rate ?? row.data, to.rate ?? to.data];
    return own && its && own.unit === its.unit ? quotient(its, own) : '';
  };
  const throughput = (row: PrintedRow): Cell => {
    const found = row.time === undefined ? ratio(row) : '';
    return isQuantity(found) ? formatRatio(1 / found.value) : '';
  };
  const amounts = printed.map(([field, label, note]) => {
    const values = rows.map(({ quoted }) => quoted?.[field]);
    const decimals = mostDecimals(
      values.map((each) => (typeof each === 'number' ? each : undefined)),
    );
    // Sources that call their times approximate still count exactly.
    const isCount = field === 'operations' || field === 'clients';
    return column<PrintedRow>(
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
      column('library', 'Library', ({ arm, run }) => {
        const own = libraryOf(study, arm, true);
        return run === undefined ? own : { ...own, note: run };
      }),
      column('bar', 'Time', ({ time }) => time ?? ''),
      ...amounts,
      column('number', 'A call', perCall, 'ms, from the total'),
      column('number', 'Throughput', throughput, times),
      column('ratio', 'Time', ratio, times),
      column('text', 'Outcome', outcomeCell),
    ],
  });
}

const perCall = ({ time, quoted }: PrintedRow): Cell =>
  time === undefined || quoted?.msPerOperation !== undefined ? '' : time;

function outcomeCell({ quoted }: PrintedRow): Cell {
  if (quoted?.outcome !== 'hung') return quoted?.validated ? 'results checked' : '';
  const { completed, operations } = quoted;
  if (completed === undefined || operations === undefined) return 'hung';
  return `hung at ${formatCount(completed)} of ${formatCount(operations)}`;
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

/** Figures in two directions, as the file of an entry asks for them. */
export interface FigureMatrix {
  caption: string;
  /** Id of a figure by its row and its column: `{row}.{column}`. */
  figures: string;
  /** Labels by what stands for them in ids. */
  rows: Readonly<Record<string, string>>;
  columns: Readonly<Record<string, string>>;
  note?: string | undefined;
}

/** @throws Error naming a row or a column that no figure is of */
export function matrixTable(
  { caption, figures: template, rows, columns, note }: FigureMatrix,
  results: readonly DocumentResult[],
): Table {
  const figures = results.flatMap((result) => result.figures);
  const find = (row: string, column: string): QuotedFigure | undefined => {
    const id = template.replace('{row}', row).replace('{column}', column);
    return figures.find((each) => each.id === id);
  };
  const [rowIds, columnIds] = [Object.keys(rows), Object.keys(columns)];
  const lacking =
    rowIds.find((row) => columnIds.every((column) => !find(row, column))) ??
    columnIds.find((column) => rowIds.every((row) => !find(row, column)));
  if (lacking !== undefined) {
    const expected = `a figure ${template} of it in its records`;
    throw new Error(`tables: “${caption}”: got "${lacking}", expected ${expected}`);
  }
  return tableOf(Object.entries(rows), {
    caption,
    note: note ?? 'Quoted as printed by the source.',
    columns: [
      column('text', '', ([, label]) => label),
      ...Object.entries(columns).map(([id, label]) =>
        column<[string, string]>('number', label, ([row]) => {
          const figure = find(row, id);
          return figure === undefined ? '' : figureText(figure);
        }),
      ),
    ],
  });
}
