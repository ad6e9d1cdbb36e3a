/** A report as a terminal shows it: no line of a table is longer than 80 characters. */
import type { Cell, Table } from '../../tables/table.ts';
import { toText, withPlainSpaces } from '../../tables/text.ts';
import type { Report } from './report.ts';
import { READING } from './words.ts';

const WIDTH = 80;
/** Columns that the terminal leaves to the page and the document. */
const LEFT_OUT = ['round-trips'];
/** Columns whose intervals it leaves to them: the ratio that a verdict is about keeps its own. */
const WITHOUT_INTERVAL = ['time', 'ratio'];

export function reportText({ title, summary, facts, workloads, ...rest }: Report): string {
  const { advice, notices, obstacles } = rest;
  const lines = [
    title,
    summary,
    ...facts.map(({ term, value }) => `  ${term}: ${value}`),
    ...workloads.flatMap(({ table, notes }) => [
      '',
      toText(narrow(table), WIDTH),
      ...notes.map((note) => `  ${note}`),
    ]),
    ...['', READING],
    ...(advice === undefined ? [] : [advice]),
    ...section('Odd about this run:', notices),
    ...section('This record cannot be published as it is:', obstacles),
  ];
  return lines.map(withPlainSpaces).join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
}

function narrow(table: Table): Table {
  const last = table.columns.some(({ id }) => id === 'to-reference');
  const kept = table.columns.flatMap(({ id }, at) => (LEFT_OUT.includes(id) ? [] : [at]));
  const isShort = (id = '') => WITHOUT_INTERVAL.includes(id) && (last || id === 'time');
  const groups = table.groups.map((group) => ({
    ...group,
    rows: group.rows.map((row) => ({
      ...row,
      cells: kept.map((at) => {
        const cell = row.cells[at] ?? '';
        return isShort(table.columns[at]?.id) ? withoutInterval(cell) : cell;
      }),
    })),
  }));
  return { ...table, groups, columns: kept.flatMap((at) => table.columns[at] ?? []) };
}

function withoutInterval(cell: Cell): Cell {
  if (typeof cell === 'string') return cell;
  if ('published' in cell && typeof cell.published === 'object') {
    return { published: withoutInterval(cell.published) as typeof cell.published };
  }
  if (!('value' in cell)) return cell;
  const { value, unit, from } = cell;
  return { value, unit, from };
}
