/** Text for a file: plain spaces, Markdown. */

/** The text with plain spaces in place of those that are thin or do not break. */
export function spaced(text: string): string {
  return text.replaceAll(/[\u202f\u00a0]/g, ' ');
}

/** A column of a Markdown table; one of numbers is aligned at its end. */
interface MarkdownColumn {
  label: string;
  number?: boolean;
}

/** Rows as a Markdown table; labels and cells are Markdown. A pipe in a cell does not end it. */
export function markdownTable(
  columns: readonly MarkdownColumn[],
  rows: ReadonlyArray<readonly string[]>,
): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [
    line(columns.map(({ label }) => label)),
    line(columns.map(({ number }) => (number ? '---:' : '---'))),
    ...rows.map(line),
  ].join('\n');
}

/** Columns of which the first names a row and the others are numbers. */
export function numberColumns([first = '', ...others]: readonly string[]): MarkdownColumn[] {
  return [{ label: first }, ...others.map((label) => ({ label, number: true }))];
}
