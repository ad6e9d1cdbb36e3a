/**
 * Lays out rows under group headings, in pixels. Each row has its text on a line of its own
 * above its marks, so a figure reads the same at 340 px as at 700 px.
 */
import * as Plot from '@observablehq/plot';
import { ink, margins } from './figure.ts';

/** Lines of at most so many characters. A longer word keeps a line of its own. */
export function wrap(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length + 1 <= most) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(word);
    }
  }
  return lines;
}

/** What a row says of itself. */
interface RowText {
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
  /** The name, in as many lines as it needs. */
  nameLines: string[];
  /** Vertical centre of the row's marks, in px. */
  y: number;
}

/** The result of `stack`. */
export interface Stack<Row> {
  /** One for each line of a heading. */
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
/** The same of a heading, at 14 px and bolder. */
const headingCharacterWidth = 7.4;

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
      wrap(heading, width / headingCharacterWidth).forEach((text, line) => {
        if (line > 0) result.height += lineHeight;
        result.headings.push({ text, y: result.height + headingHeight / 2 });
      });
      result.height += headingHeight;
    }
    for (const member of members) {
      const nameLines = twoLines
        ? wrap(member.text.name, width / characterWidth)
        : [member.text.name];
      result.height += rowHeight + (twoLines ? nameLines.length * lineHeight : 0);
      result.rows.push({ ...member, nameLines, y: result.height - 13 });
    }
  }
  return result;
}

/** Headings and row texts, and a faint line that leads the eye from the name to the mark. */
export function stackText<Row>({ headings, rows, twoLines }: Stack<Row>): Plot.Markish[] {
  const left = { dx: -margins.left, textAnchor: 'start', frameAnchor: 'left' } as const;
  const right = { dx: margins.right, textAnchor: 'end', frameAnchor: 'right' } as const;
  return [
    Plot.text(headings, { ...left, text: 'text', y: 'y', fontWeight: 600, fontSize: 14 }),
    Plot.ruleY(rows, { y: 'y', stroke: ink.faint }),
    Plot.text(
      rows.flatMap(({ nameLines, y }) =>
        nameLines.map((text, line) => ({
          text,
          y: y - textRise - (twoLines ? (nameLines.length - line) * lineHeight : 0),
        })),
      ),
      { ...left, text: 'text', y: 'y' },
    ),
    Plot.text(rows, {
      ...(twoLines ? left : right),
      text: ({ text }: Placed<Row>) => text.value,
      y: 'y',
      dy: -textRise,
      fontWeight: 600,
    }),
  ];
}
