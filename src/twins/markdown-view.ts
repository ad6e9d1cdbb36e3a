/** A view as Markdown: its table stands for its figure too. */
import type { Cell, Table, View } from '../components/view.ts';
import type { Mark } from '../figures/figure.ts';
import type { Absolute } from './addresses.ts';
import { markdownTable, spaced } from '../report/table.ts';
import { linkTo, plain } from './markdown-text.ts';

/** Heading, where the numbers are from, and a table for each group. */
export function viewSection({ title, source, table }: View, absolute: Absolute): string {
  const { caption, marks, columns, groups, note } = table;
  return [
    `## ${plain(title)}`,
    `${plain(caption)}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}. ${plain(source)}`,
    ...groups.flatMap(({ heading, rows }) => [
      ...(heading === undefined ? [] : [`### ${plain(heading)}`]),
      markdownTable(
        columns.map(({ label, number = false }) => ({ label: plain(label), number })),
        rows.map((row) => row.map((cell) => cellText(cell, marks, absolute))),
      ),
    ]),
    ...(note === undefined ? [] : [plain(note)]),
  ].join('\n\n');
}

/** A cell with its note, and with its mark where that is not the table's. */
function cellText(cell: Cell, marks: Table['marks'], absolute: Absolute): string {
  const { text, note, href, mark } = cell;
  const main = href === undefined ? plain(text) : linkTo(text, absolute(href));
  const extra = [note, differing(mark, marks)].filter((part) => part !== undefined);
  return spaced(extra.length > 0 ? `${main} (${extra.map(plain).join('; ')})` : main);
}

function differing(mark: Mark | undefined, marks: Table['marks']): Mark | undefined {
  const [only, ...others] = marks;
  return mark === only && others.length === 0 ? undefined : mark;
}
