/** A table for a terminal, and as Markdown. */
import { cellText } from './cell-text.ts';
import { columnDecimals, type Table, type TableGroup } from './table.ts';

/** The columns that text can show: all but the bars. */
function shownColumns({ columns }: Table) {
  return columns.flatMap((column, at) => (column.kind === 'bar' ? [] : [{ ...column, at }]));
}

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
      .map(({ kind }, at) => {
        const text = withPlainSpaces(cells[at] ?? '');
        const toRight = kind === 'number' || kind === 'ratio';
        return toRight ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0);
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
  const rule = columns.map(({ kind }) => (kind === 'number' || kind === 'ratio' ? '---:' : '---'));
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
