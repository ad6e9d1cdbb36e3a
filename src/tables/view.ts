/**
 * Data as a page shows it: a figure and the table that says the same. Plain data, so that
 * tests can read it.
 */
import type { Figure, Mark } from '../figures/figure.ts';
import { formatEnds, formatNumber, formatRatio, medianDecimals, NONE } from '../numbers/format.ts';

/** A column; its label states the unit of what stands under it. */
export interface Column {
  label: string;
  /** A second line of the heading, in small. */
  note?: string;
  /** Where its numbers come from, if not all from where the table's marks say. */
  mark?: Mark;
  /** Whether it holds numbers, which align on their decimal point. */
  number?: boolean;
}

/** A cell; the first of a row is the row's header. */
export interface Cell {
  text: string;
  /** Id of the system whose shape and colour stand before the text. */
  system?: string;
  /** Whether that shape is filled: the number beside it was measured here. */
  filled?: boolean;
  /** More lines, in small; `\n` parts them. */
  note?: string;
  href?: string;
  /** Name of the link for a screen reader, where its text alone would not do. */
  linkLabel?: string;
  /** Whether it is code: a hash, a command. */
  code?: boolean;
  /** Whether it says that there is nothing. */
  muted?: boolean;
  /** Where this number comes from, if not from where the table's marks say. */
  mark?: Mark;
}

/** Rows under a heading of their own. */
interface Group {
  heading?: string;
  rows: readonly (readonly Cell[])[];
}

export interface Table {
  caption: string;
  marks: readonly Mark[];
  columns: readonly Column[];
  groups: readonly Group[];
  /** A sentence on how to read it. */
  note?: string;
}

/** A cell of a heat table. */
export interface HeatCell {
  text: string;
  /** Lines below it, in small. */
  notes: readonly string[];
  /** Step of its colour, from 1; absent where there is no number. */
  step?: number;
}

/** A table in two directions in place of a figure, its cells coloured by their values. */
export interface Heat {
  caption: string;
  marks: readonly Mark[];
  /** Heading over the names of rows, and over those of columns. */
  corner: string;
  across: string;
  columns: readonly string[];
  groups: ReadonlyArray<{
    heading: string;
    rows: ReadonlyArray<{ name: string; cells: readonly HeatCell[] }>;
  }>;
  /** How to read it. */
  note: string;
  /** Heading of the key to the colours, which are steps of ratios: `Against Node calling Node`. */
  key: string;
}

export interface View {
  /** End of the address that leads to it on its page: `ratios`. */
  id: string;
  /** Heading over it. */
  title: string;
  /** The finding, in sentences. */
  sentences?: readonly string[];
  /** The figure at a width in px; absent where a table says it all. */
  figure?: (width: number) => Figure;
  /** Stands in the figure’s place; the table then has its numbers with their intervals. */
  heat?: Heat;
  /** Marks of the figure's numbers. */
  marks: readonly Mark[];
  /** Where the numbers come from, as a sentence with no mark-up. */
  source: string;
  table: Table;
  /** Stands beside what an entry found, so that it folds where it is the first of them, too. */
  beside?: true;
}

/** A column with its cells, by their row and all rows under the same heading. */
export interface ColumnOf<Row> extends Column {
  cell: (row: Row, members: readonly Row[]) => Cell | string;
}

/** A column of names and words. */
export function worded<Row>(
  label: string,
  cell: ColumnOf<Row>['cell'],
  alike: Partial<Column> = {},
): ColumnOf<Row> {
  return { label, cell, ...alike };
}

/** A column of numbers. */
export function numeric<Row>(
  label: string,
  cell: ColumnOf<Row>['cell'],
  alike: Partial<Column> = {},
): ColumnOf<Row> {
  return { label, cell, number: true, ...alike };
}

/** A table as its columns; its numbers are derived unless it says otherwise. */
export interface TableOf<Row> extends Omit<Table, 'groups' | 'columns' | 'marks'> {
  marks?: readonly Mark[];
  columns: ReadonlyArray<ColumnOf<Row>>;
  /** Heading that a row stands under, in the order in which these first appear. */
  headingOf?: (row: Row) => string;
}

/** A table of rows, under their headings where they have some. */
export function tableOf<Row>(
  rows: readonly Row[],
  { headingOf, marks = ['derived'], ...table }: TableOf<Row>,
): Table {
  const inGroup = (members: readonly Row[]) => ({
    rows: members.map((row) =>
      table.columns.map(({ cell }): Cell => {
        const found = cell(row, members);
        return typeof found === 'string' ? { text: found } : found;
      }),
    ),
  });
  const groups = headingOf
    ? [...Map.groupBy(rows, headingOf)].map(([heading, members]) => ({
        heading,
        ...inGroup(members),
      }))
    : [inGroup(rows)];
  return { ...table, marks, groups };
}

/** The columns of a CSV file, as the code that writes them has them. */
export function columnsTable(caption: string, columns: Readonly<Record<string, string>>): Table {
  return tableOf(Object.entries(columns), {
    ...{ caption, marks: [] },
    columns: [
      worded('Column', ([text]) => ({ text, code: true })),
      worded('What stands in it', ([, says]) => says),
    ],
  });
}

/** A cell that says that there is nothing. */
export const NOTHING: Cell = { text: NONE, muted: true };

/** A cell with a number, or with a dash where there is none. */
export function numberCell(
  value: number | undefined,
  decimals: number,
  approximate: boolean | undefined = false,
): Cell {
  if (value === undefined || !Number.isFinite(value)) return NOTHING;
  return { text: `${approximate ? '≈' : ''}${formatNumber(value, decimals)}` };
}

/** A value with the ends of its interval, where there is one. */
export interface Ranged {
  value: number;
  low?: number | undefined;
  high?: number | undefined;
}

/** A number with its interval below, both with as many decimals: those of a median, unless given. */
export function rangedCell(ranged: Ranged | undefined, decimals?: number): Cell {
  const { value = NaN, low, high } = ranged ?? {};
  decimals ??= medianDecimals(value, low, high);
  const cell = numberCell(value, decimals);
  return low === undefined || high === undefined
    ? cell
    : { ...cell, note: `${formatNumber(low, decimals)}–${formatNumber(high, decimals)}` };
}

/** A ratio with its interval below. */
export function ratioCell(ratio: Ranged | undefined): Cell {
  if (ratio === undefined) return NOTHING;
  const { value, low, high } = ratio;
  return { text: formatRatio(value), ...noted(low && high && formatEnds({ low, high })) };
}

/** The name of an arm that was measured here, with what is to be said of it in small. */
export function armCell({ label, system }: { label: string; system: string }, note?: string): Cell {
  return { text: label, system, filled: true, ...noted(note) };
}

/** The note of a cell, if there is one. */
export function noted(note: string | number | undefined): Pick<Cell, 'note'> {
  return typeof note === 'string' && note !== '' ? { note } : {};
}

// Steps of the scale by which cells of a heat table are coloured; src/styles/theme.css has the colours.

/** Where one step ends and the next begins: ratios as far below 1 as above it. */
const ENDS = [1 / 2, 1 / 1.5, 1 / 1.1, 1.1, 1.5, 2] as const;

/** Steps by number from 1, each with the ratios that it stands for. */
export const heatSteps: ReadonlyArray<{ step: number; range: string }> = [
  ...ENDS.map((end, at) => ({
    step: at + 1,
    range:
      at === 0
        ? `under ${formatRatio(end)}`
        : `${formatEnds({ low: ENDS[at - 1] ?? end, high: end })}×`,
  })),
  { step: ENDS.length + 1, range: `over ${formatRatio(2)}` },
];

/** The step of a ratio, from 1. */
export function heatStep(ratio: number): number {
  return 1 + ENDS.filter((end) => ratio >= end).length;
}

// Aligns numbers on their decimal point: what a number lacks behind its last digit, so that those
// of its column stand under one another. Pure, because a table is text before it is a page.

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
