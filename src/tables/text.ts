/** A table without markup of its own: for a terminal, as Markdown, and as CSV. */
import { csvFormatRows } from 'd3-dsv';
import { formatInterval, formatValue, type Quantity } from '../numbers/quantity.ts';
import {
  type Cell,
  type Column,
  columnDecimals,
  isFeature,
  isLibrary,
  isLinked,
  isPair,
  isQuantity,
  type Table,
  type TableGroup,
} from './table.ts';

/** `1.93 (1.84–2.02)`, `Cap’n Web, 0.12.0`, `not tested`. A pair says whose each is. */
function cellText(cell: Cell, decimals: number): string {
  if (typeof cell === 'string') return cell;
  if (isQuantity(cell)) return quantityText(cell, decimals);
  if (isLibrary(cell)) return withNote(cell.label, cell.note);
  if (isFeature(cell)) return cell.answer;
  if (isLinked(cell)) {
    const { parts, notes = [] } = cell;
    return [parts, ...notes].map((words) => words.map(({ text }) => text).join('')).join('; ');
  }
  if (isPair(cell)) {
    const { published, yours } = cell;
    const own = yours === undefined ? '' : sideText(yours, decimals);
    if (published === undefined) return own;
    const theirs = sideText(published, decimals);
    return yours === undefined ? theirs : `${theirs}, yours ${own}`;
  }
  return withNote(cell.text, cell.note);
}

function sideText(side: Quantity | string, decimals: number): string {
  return typeof side === 'string' ? side : quantityText(side, decimals);
}

function quantityText(quantity: Quantity, decimals: number): string {
  const ends = formatInterval(quantity, decimals);
  const estimated = quantity.from === 'estimated' ? ' estimated' : '';
  return `${formatValue(quantity, decimals)}${ends === '' ? '' : ` (${ends})`}${estimated}`;
}

function withNote(text: string, note: string | undefined): string {
  return note === undefined || note === '' ? text : `${text}, ${note.replaceAll('\n', ', ')}`;
}

/** The columns that text can show: all but the bars. */
function shownColumns({ columns }: Table) {
  return columns.flatMap((column, at) => (column.kind === 'bar' ? [] : [{ ...column, at }]));
}

const isNumber = ({ kind }: Pick<Column, 'kind'>): boolean => kind === 'number' || kind === 'ratio';

function linesOf(table: Table, { rows }: TableGroup): string[][] {
  const columns = shownColumns(table);
  return rows.map(({ cells }) =>
    columns.map(({ at }) => cellText(cells[at] ?? '', columnDecimals(rows, at))),
  );
}

function headOf(table: Table): string[] {
  return shownColumns(table).map(({ label, note }) => (note ? `${label} (${note})` : label));
}

/** The text with plain spaces in place of those that are thin or do not break. */
export function withPlainSpaces(text: string): string {
  return text.replaceAll(/[\u202f\u00a0]/g, ' ');
}

/** Columns that line up under the caption: names to the left, numbers to the right. */
export function toText(table: Table): string {
  const columns = shownColumns(table);
  const head = headOf(table);
  const groups = table.groups.map((group) => ({ ...group, lines: linesOf(table, group) }));
  const all = [head, ...groups.flatMap(({ lines }) => lines)].map((cells) =>
    cells.map(withPlainSpaces),
  );
  const widths = columns.map((_, at) => Math.max(...all.map((cells) => cells[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    columns
      .map((column, at) => {
        const text = withPlainSpaces(cells[at] ?? '');
        return isNumber(column) ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0);
      })
      .join('  ')
      .trimEnd();
  const body = groups.flatMap(({ heading, lines }) => [
    ...(heading === undefined ? [] : ['', heading]),
    ...lines.map(line),
  ]);
  const { caption, note } = table;
  return [caption, line(head), ...body, ...(note === undefined ? [] : ['', note])]
    .map(withPlainSpaces)
    .join('\n');
}

/** A Markdown table under its caption; a heading between rows stands in bold. */
export function toMarkdown(table: Table): string {
  const columns = shownColumns(table);
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  const rule = columns.map((column) => (isNumber(column) ? '---:' : '---'));
  const body = table.groups.flatMap((group) => [
    ...(group.heading === undefined
      ? []
      : [line([`**${group.heading}**`, ...columns.slice(1).map(() => '')])]),
    ...linesOf(table, group).map(line),
  ]);
  const { caption, note } = table;
  return [
    ...[`${caption}:`, '', line(headOf(table)), line(rule), ...body],
    ...(note === undefined ? [] : ['', note]),
  ].join('\n');
}

/** Every number in full, with the ends of its interval in columns of their own. */
export function toCsv(table: Table): string {
  const columns = shownColumns(table);
  const head = columns.flatMap((column) =>
    isNumber(column) ? [column.id, `${column.id}_low`, `${column.id}_high`] : [column.id],
  );
  const grouped = table.groups.some(({ heading }) => heading !== undefined);
  const lines = table.groups.flatMap(({ heading = '', rows }) =>
    rows.map(({ cells }) => [
      ...(grouped ? [heading] : []),
      ...columns.flatMap((column) => {
        const cell = cells[column.at] ?? '';
        return isNumber(column) ? numbersOf(cell) : [cellText(cell, 0)];
      }),
    ]),
  );
  return `${csvFormatRows([grouped ? ['group', ...head] : head, ...lines])}\n`;
}

function numbersOf(cell: Cell): string[] {
  const quantity = isPair(cell) ? cell.published : isQuantity(cell) ? cell : undefined;
  if (typeof quantity === 'object') return endsOf(quantity);
  return [typeof quantity === 'string' ? quantity : cellText(cell, 0), '', ''];
}

function endsOf({ value, low, high }: Quantity): string[] {
  return [value, low, high].map((each) => (each === undefined ? '' : String(each)));
}
