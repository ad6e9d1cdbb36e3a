/**
 * A plot of rows under group headings, laid out in pixels. Each row has its text on a line of its own
 * above its marks, so a figure reads the same at 340 px as at 700 px.
 */
import * as Plot from '@observablehq/plot';
import type { Panel } from './figure.ts';
import { type Axis, axisBelow, axisHeight, ink, margins } from './marks.ts';

/** What a row says of itself. */
interface RowText {
  /** Heading of its group. */
  group?: string;
  /** Stands at the left edge. */
  name: string;
  /** Stands at the right edge; under the name where there is no room for both. Beside marks, its parts around ` · ` are columns. */
  value: string;
  /** Whether the name stands out. */
  isBold?: boolean;
}

/** A row with the place of its marks and of its text, in px. */
type Placed<Row> = Row & { y: number; textY: number };

interface RowPlot<Row> {
  rows: readonly Row[];
  /** Of the drawing, in px. */
  width: number;
  textOf: (row: Row) => RowText;
  x: Plot.ScaleOptions;
  axis?: Axis;
  beside?: TextBeside;
  /** Room above the rows and below the axis' ticks, in px. */
  top?: number;
  foot?: number;
  /** Marks under the rows' texts. */
  under?: (placed: readonly Placed<Row>[]) => Plot.Markish[];
  marks: (placed: readonly Placed<Row>[]) => Plot.Markish[];
}

/**
 * Text stands beside the marks where the drawing is wide, so that rows are low: room for names and for
 * values, at the edges where it is narrow, and from one row to the next, in px.
 */
interface TextBeside {
  names: number;
  values: number;
  edge: number;
  row: number;
}

/** Room left and right of the marks, in px. */
export function sidesOf(width: number, beside?: TextBeside): readonly [number, number] {
  if (beside === undefined) return [margins.left, margins.right];
  return width < NARROW ? [beside.edge, beside.edge] : [beside.names, beside.values];
}

/** Width of a character at 13 px, in px, on the wide side, so that text does not overlap in another font. */
const characterWidth = 6.4;
/** The same of a heading, at 14 px and bolder. */
const headingCharacterWidth = 7.4;
/** Under this width a line of text stands over its marks, which then have the whole width. */
const NARROW = 480;

/** Lines of a text that fit a width in px at 13 px. A longer word keeps a line of its own. */
function wrap(text: string, width: number, each = characterWidth): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && longer.length * each <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Width of a text at 13 px, in px, on the wide side. */
export const widthOf = (text: string): number => text.length * 6.6;

/** The same of a value, which is bold. */
export const valueWidthOf = (text: string): number => text.length * 7.8;

/** A line of text with its place. */
interface Line {
  text: string;
  y: number;
}

/** Groups rows in the order in which the groups first appear, and places them. */
function place<Row>({ rows, width, textOf, beside, top = 0 }: RowPlot<Row>) {
  const texts = rows.map((row) => ({ row, text: textOf(row) }));
  const groups = Map.groupBy(texts, ({ text: { group = '' } }) => group);
  const isNarrow = width < NARROW;
  /** Whether names and values stand on lines of their own. */
  const twoLines =
    beside === undefined &&
    texts.some(({ text: { name, value } }) => {
      return (name.length + value.length + 2) * characterWidth > width;
    });
  const line = beside ? 22 : 17;
  let height = top;
  const headings: Line[] = [];
  const names: Array<Line & { isBold: boolean }> = [];
  const values: Value[] = [];
  const placed: Placed<Row>[] = [];
  for (const [heading, members] of groups) {
    if (height > top) height += beside ? 4 : 14;
    const lines = heading === '' ? [] : wrap(heading, width, headingCharacterWidth);
    for (const [at, text] of lines.entries()) {
      headings.push({ text, y: height + at * line + (beside ? 11 : 12) });
    }
    if (lines.length > 0) height += (beside ? 22 : 24) + (lines.length - 1) * line;
    for (const { row, text } of members) {
      const nameLines = twoLines ? wrap(text.name, width) : [text.name];
      if (beside) height += isNarrow ? beside.row + 14 : beside.row;
      else height += 42 + (twoLines ? nameLines.length * line : 0);
      const y = height - (beside ? beside.row / 2 : 13);
      const textY = beside ? y - (isNarrow ? 16 : 0) : y - 17;
      for (const [at, name] of nameLines.entries()) {
        const lift = twoLines ? (nameLines.length - at) * line : 0;
        names.push({ text: name, y: textY - lift, isBold: text.isBold === true });
      }
      values.push({ text: text.value, y: textY, inset: 0, anchor: 'end' });
      placed.push({ ...row, y, textY });
    }
  }
  const shown = beside ? inColumns(values) : values;
  return { headings, names, values: shown, placed, twoLines, height: height + (beside ? 6 : 0) };
}

/** A value, or a part of one, with the room between it and the right edge, in px. */
interface Value extends Line {
  inset: number;
  /** The side of the text that stands there. */
  anchor: 'start' | 'end';
}

/** Room between two columns of values, in px. */
const COLUMN_GAP = 8;

/** The parts of values around ` · `, the same part of all aligned on the decimal, whatever the font. */
function inColumns(values: readonly Value[]): Value[] {
  const parts = values.map(({ text, y }) => ({ y, texts: text.split(' · ') }));
  const columns = Math.max(0, ...parts.map(({ texts }) => texts.length));
  let edge = 0;
  return Array.from({ length: columns }, (_, back) => columns - 1 - back).flatMap((at) => {
    const cells = parts.flatMap(({ y, texts }) => {
      const [, whole, rest = ''] = /^(\D*\d*(?:\s\d+)*)(.*)$/.exec(texts[at] ?? '') ?? [];
      return whole ? [{ whole, rest, y }] : [];
    });
    const inset = edge + Math.max(...cells.map(({ rest }) => valueWidthOf(rest)));
    edge = inset + Math.max(...cells.map(({ whole }) => valueWidthOf(whole))) + COLUMN_GAP;
    return cells.flatMap(({ whole, rest, y }): Value[] => [
      { text: whole, y, inset, anchor: 'end' },
      { text: rest, y, inset, anchor: 'start' },
    ]);
  });
}

/** Headings and row texts, and a faint line that leads the eye from the name to the mark. */
function textMarks<Row>(
  { headings, names, values, placed, twoLines }: ReturnType<typeof place<Row>>,
  [marginLeft, marginRight]: readonly [number, number],
): Plot.Markish[] {
  const left = { dx: -marginLeft, textAnchor: 'start', frameAnchor: 'left', y: 'y' } as const;
  const right = { dx: marginRight, textAnchor: 'end', frameAnchor: 'right', y: 'y' } as const;
  return [
    Plot.text(headings, { ...left, text: 'text', fontWeight: 600, fontSize: 14 }),
    Plot.ruleY(placed, { y: 'y', stroke: ink.faint }),
    ...[false, true].map((isBold) =>
      Plot.text(
        names.filter((name) => name.isBold === isBold),
        { ...left, text: 'text', ...(isBold && { fontWeight: 700 }) },
      ),
    ),
    ...[...Map.groupBy(values, ({ inset, anchor }) => `${inset} ${anchor}`).values()].map(
      (aligned) => {
        const [{ inset, anchor } = { inset: 0, anchor: 'end' as const }] = aligned;
        return Plot.text(aligned, {
          ...(twoLines ? left : { ...right, dx: marginRight - inset, textAnchor: anchor }),
          ...{ text: 'text', fontWeight: 600 },
        });
      },
    ),
  ];
}

/** The plot of the rows, alone in its figure. */
export function rowPanel<Row>(options: RowPlot<Row>): Panel {
  const { width, x, axis, beside, under, marks, foot = axis ? axisHeight : 0 } = options;
  const laidOut = place(options);
  const { placed } = laidOut;
  const [left, right] = sidesOf(width, beside);
  return {
    options: {
      ...{ width, height: laidOut.height + foot },
      ...{ marginTop: 0, marginBottom: foot, marginLeft: left, marginRight: right },
      x: { ...x, axis: null },
      y: { type: 'identity', axis: null },
      marks: [
        ...(under?.(placed) ?? []),
        ...textMarks(laidOut, [left, right]),
        ...(axis ? axisBelow(axis, left) : []),
        ...marks(placed),
      ],
    },
  };
}
