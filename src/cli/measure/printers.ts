/** A report as a terminal shows it, and as Markdown for the summary of a job. */
import type { Cell, Table } from '../../results/tables/table.ts';
import { toText, withPlainSpaces } from '../../results/tables/text.ts';
import type { Report } from './report.ts';
import { READING } from './format.ts';

/** Longest line of a table, in characters. */
const WIDTH = 80;
/** Columns whose intervals only the document has; the ratio that a verdict is about keeps its own. */
const WITHOUT_INTERVAL = ['time', 'ratio'];

export function reportText({ title, summary, facts, workloads, notices, reading }: Report): string {
  const lines = [
    title,
    summary,
    ...facts.map(({ term, value }) => `  ${term}: ${value}`),
    ...workloads.flatMap(({ table, notes }) => [
      '',
      toText(narrow(table), WIDTH),
      ...notes.map((note) => `  ${note}`),
    ]),
    '',
    reading ?? READING,
    ...(notices.length === 0 ? [] : ['', 'Odd about this run:']),
    ...notices.map((notice) => `  ${notice}`),
  ];
  return lines.map(withPlainSpaces).join('\n');
}

/** The same as Markdown, for the summary of a job: in columns, as a terminal shows it. */
export function summaryText(report: Report): string {
  const said = [...report.failures, ...report.unseen].map((line) => `- ${line}\n`).join('');
  return `\`\`\`text\n${reportText(report)}\n\`\`\`\n\n${said}`;
}

function narrow({ columns, groups, ...rest }: Table): Table {
  const isAbout = columns.some(({ id }) => id === 'to-reference');
  const short = columns.map(
    ({ id }) => WITHOUT_INTERVAL.includes(id) && (id === 'time' || isAbout),
  );
  const rowsOf = (group: Table['groups'][number]) =>
    group.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell, at) => (short[at] ? withoutInterval(cell) : cell)),
    }));
  return { ...rest, columns, groups: groups.map((group) => ({ ...group, rows: rowsOf(group) })) };
}

function withoutInterval(cell: Cell): Cell {
  const shown = typeof cell === 'object' && 'published' in cell ? (cell.published ?? '') : cell;
  if (typeof shown === 'string' || !('value' in shown)) return shown;
  const { value, unit, from } = shown;
  return { value, unit, from };
}
