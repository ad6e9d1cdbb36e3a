/** Text for a terminal or a file: plain spaces, columns that line up, Markdown. */

/** The text with plain spaces in place of those that are thin or do not break. */
export function spaced(text: string): string {
  return text.replaceAll(/[\u202f\u00a0]/g, ' ');
}

/** Rows under a head, in columns: the first to the left, the others to the right unless `left`. */
export function columns(
  head: readonly string[],
  rows: ReadonlyArray<readonly string[]>,
  left: readonly number[] = [0],
): string[] {
  const all = [head, ...rows].map((row) => row.map(spaced));
  const widths = head.map((_, at) => Math.max(...all.map((row) => (row[at] ?? '').length)));
  return all.map((row) =>
    widths
      .map((width, at) => {
        const cell = row[at] ?? '';
        return left.includes(at) ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd(),
  );
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
