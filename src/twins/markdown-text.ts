/** Pieces of Markdown. */

/** Text that Markdown would take for mark-up, escaped; spaces that do not break become plain ones. */
export function plain(text: string): string {
  return spaced(text).replace(/([\\`*_[\]<>])/g, '\\$1');
}

/** The same text with plain spaces only. */
export function spaced(text: string): string {
  return text.replace(/[\u202f\u00a0]/g, ' ');
}

/** A link. */
export function linkTo(text: string, address: string): string {
  return `[${plain(text)}](${address})`;
}

/** A table; cells are Markdown. A column of numbers is aligned at the end. */
export function markdownTable(
  columns: ReadonlyArray<{ label: string; number?: boolean }>,
  rows: ReadonlyArray<readonly string[]>,
): string {
  const row = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [
    row(columns.map(({ label }) => plain(label))),
    row(columns.map(({ number }) => (number ? '---:' : '---'))),
    ...rows.map(row),
  ].join('\n');
}
