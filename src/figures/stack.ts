/**
 * Lays out rows under group headings, in pixels. Each row has its text on a line of its own
 * above its marks, so a figure reads the same at 340 px as at 700 px.
 */
import * as Plot from '@observablehq/plot';
import { ink } from './figure.ts';

/** What a row says of itself. */
export interface RowText {
  /** Heading of its group; rows without one have an empty string. */
  group: string;
  /** Stands at the left edge. */
  name: string;
  /** Stands at the right edge; under the name where there is no room for both. */
  value: string;
}

/** A row with its text and the place of its marks. */
export interface Placed<Row> {
  row: Row;
  text: RowText;
  /** Vertical centre of the row's marks, in px. */
  y: number;
}

/** The result of `stack`. */
export interface Stack<Row> {
  headings: { text: string; y: number }[];
  rows: Placed<Row>[];
  /** Whether names and values stand on lines of their own. */
  twoLines: boolean;
  /** Height of all rows, without the axis, in px. */
  height: number;
}

const headingHeight = 24;
const rowHeight = 42;
const lineHeight = 17;
const groupGap = 14;
/** From the centre of a row's last line of text to the centre of its marks. */
const textRise = 17;
/** Width of a character at 13 px, in px, on the wide side, so that text does not overlap in another font. */
const characterWidth = 6.4;

/** Groups rows in the order in which the groups first appear, and places them. */
export function stack<Row>(
  rows: readonly Row[],
  width: number,
  textOf: (row: Row) => RowText,
): Stack<Row> {
  const texts = rows.map((row) => ({ row, text: textOf(row) }));
  const groups = Map.groupBy(texts, ({ text }) => text.group);
  const twoLines = texts.some(
    ({ text }) => (text.name.length + text.value.length + 2) * characterWidth > width,
  );
  const result: Stack<Row> = { headings: [], rows: [], twoLines, height: 0 };
  for (const [heading, members] of groups) {
    if (result.height > 0) result.height += groupGap;
    if (heading !== '') {
      result.headings.push({ text: heading, y: result.height + headingHeight / 2 });
      result.height += headingHeight;
    }
    for (const member of members) {
      result.height += twoLines ? rowHeight + lineHeight : rowHeight;
      result.rows.push({ ...member, y: result.height - 13 });
    }
  }
  return result;
}

/** Headings and row texts, and a faint line that leads the eye from the name to the mark. */
export function stackText<Row>({ headings, rows, twoLines }: Stack<Row>): Plot.Markish[] {
  const left = { dx: -8, textAnchor: 'start', frameAnchor: 'left' } as const;
  const right = { dx: 8, textAnchor: 'end', frameAnchor: 'right' } as const;
  return [
    Plot.text(headings, { ...left, text: 'text', y: 'y', fontWeight: 600, fontSize: 14 }),
    Plot.ruleY(rows, { y: 'y', stroke: ink.faint }),
    Plot.text(rows, {
      ...left,
      text: ({ text }: Placed<Row>) => text.name,
      y: 'y',
      dy: twoLines ? -textRise - lineHeight : -textRise,
    }),
    Plot.text(rows, {
      ...(twoLines ? left : right),
      text: ({ text }: Placed<Row>) => text.value,
      y: 'y',
      dy: -textRise,
      fontWeight: 600,
    }),
  ];
}
