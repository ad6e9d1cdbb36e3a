/**
 * Aligns numbers on their decimal point: what a number lacks behind its last digit, so that those
 * of its column stand under one another. Pure, because a table is text before it is a page.
 */
import type { Table } from './view.ts';

/** A number that stands alone, with or without its unit: `−1 240.5`, `≈1.42×`. */
const number = /^[≈<>~−+-]?[\d\u202f]+(?<fraction>\.\d+)?(?<unit>[^\d.]*)$/u;

/** Decimal point and decimals; undefined for what is no single number. */
function fractionOf(text: string): string | undefined {
  const match = number.exec(text);
  return match ? (match.groups?.fraction ?? '') : undefined;
}

/**
 * The text that takes the room of the decimals a number lacks: `.00` of `17` above `24.43`.
 *
 * @returns by column, then by the cell's text; nothing for a cell that needs none
 */
export function padding({ columns, groups }: Pick<Table, 'columns' | 'groups'>) {
  const rows = groups.flatMap((group) => group.rows);
  const longest = columns.map((column, at) => {
    if (!column.number) return '';
    const fractions = rows.map((row) => fractionOf(row[at]?.text ?? '') ?? '');
    return fractions.reduce((most, each) => (each.length > most.length ? each : most), '');
  });
  return (at: number, text: string): string => {
    const own = fractionOf(text);
    const full = longest[at] ?? '';
    if (own === undefined || own.length >= full.length) return '';
    return full.slice(own.length).replaceAll(/\d/g, '0');
  };
}
