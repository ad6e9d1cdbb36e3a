/** A table as data. The printers beside this file turn it into HTML, Markdown, text and CSV; nothing else makes one. */
import { decimalsOf, type Quantity } from '../numbers/quantity.ts';

/** What stands in a column; it decides how its cells are aligned and drawn. */
export type ColumnKind =
  /** A library with its mark: the head of its row. */
  | 'library'
  | 'text'
  /** Numbers, aligned on their decimal point; the head states the unit. */
  | 'number'
  /** Times of a reference: `1.26×`, coloured by steps. */
  | 'ratio'
  /** A quantity as a bar from zero with its interval. Text printers leave the column out. */
  | 'bar'
  /** Yes, partly, no, not applicable, or not tested. */
  | 'feature';

export interface Column {
  /** Name in CSV and in scripts: `time`. */
  id: string;
  label: string;
  kind: ColumnKind;
  /** Unit and whatever else stands under the label: `ms`. */
  note?: string;
}

/** A library or one of its configurations. */
export interface LibraryCell {
  label: string;
  /** Id of the system, which gives it mark and colour. */
  system: string;
  note?: string;
  href?: string;
}

export interface TextCell {
  text: string;
  note?: string;
  href?: string;
  /** A hash or a command. */
  code?: boolean;
  /** Whether it says that there is nothing. */
  muted?: boolean;
  /** Whether it says that something is wrong. */
  wrong?: boolean;
}

/** A text whose parts lead to different places, and notes under it, each on a line of its own. */
export interface LinkedCell {
  parts: readonly TextCell[];
  notes?: ReadonlyArray<readonly TextCell[]>;
}

export interface FeatureCell {
  answer: 'yes' | 'partly' | 'no' | 'n/a' | 'not tested';
  /** Why, in a sentence. */
  why?: string;
  href?: string;
}

/** A number of somebody's run beside the published one. */
export interface PairCell {
  /** Words stand where there is no number: `not measured`. */
  published?: Quantity | string;
  yours?: Quantity | string;
}

export type Cell = string | TextCell | LinkedCell | LibraryCell | FeatureCell | PairCell | Quantity;

export interface TableRow {
  /** In the order of the columns. */
  cells: readonly Cell[];
  /** Id that scripts find the row by. */
  id?: string;
  /** Whether the others are compared with it. */
  reference?: boolean;
  /** Part of an address that leads to the row. */
  anchor?: string;
  /** Word that style sheets find the row by. */
  tag?: string;
}

export interface TableGroup {
  heading?: string;
  /** Part of an address that leads to the heading. */
  anchor?: string;
  rows: readonly TableRow[];
}

export interface Table {
  caption: string;
  columns: readonly Column[];
  groups: readonly TableGroup[];
  /** One or more sentences on how to read it. */
  note?: string;
}

/** A column with how each of its cells is made. */
export interface ColumnOf<Item> extends Column {
  of: (item: Item) => Cell;
}

/** A column that is named by its label. */
export function column<Item>(
  kind: ColumnKind,
  label: string,
  of: (item: Item) => Cell,
  note = '',
): ColumnOf<Item> {
  const id = (kind === 'bar' ? 'bar' : label).toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
  return { id, label, kind, ...(note !== '' && { note }), of };
}

type Shape<Item> = Pick<Table, 'caption' | 'note'> & { columns: ReadonlyArray<ColumnOf<Item>> };

/** A table without headings between its rows. */
export function tableOf<Item>(items: readonly Item[], shape: Shape<Item>): Table {
  const { columns, ...rest } = shape;
  return {
    ...rest,
    columns: columns.map(({ id, label, kind, note }) => ({
      ...{ id, label, kind },
      ...(note !== undefined && { note }),
    })),
    groups: [{ rows: items.map((item) => ({ cells: columns.map(({ of }) => of(item)) })) }],
  };
}

/** A table with a heading above the rows that have it in common; columns without a cell are left out. */
export function groupedTable<Item>(
  items: readonly Item[],
  headingOf: (item: Item) => string,
  shape: Shape<Item>,
): Table {
  const columns = shape.columns.filter(({ of }) => items.some((item) => of(item) !== ''));
  const groups = [...Map.groupBy(items, headingOf)].map(([heading, own]) => ({
    ...(heading !== '' && { heading }),
    rows: rowsIn(tableOf(own, { ...shape, columns })),
  }));
  return { ...tableOf<Item>([], { ...shape, columns }), groups };
}

export function isQuantity(cell: Cell | undefined): cell is Quantity {
  return typeof cell === 'object' && 'value' in cell;
}

export function isLibrary(cell: Cell | undefined): cell is LibraryCell {
  return typeof cell === 'object' && 'system' in cell;
}

export function isLinked(cell: Cell | undefined): cell is LinkedCell {
  return typeof cell === 'object' && 'parts' in cell;
}

export function isFeature(cell: Cell | undefined): cell is FeatureCell {
  return typeof cell === 'object' && 'answer' in cell;
}

export function isPair(cell: Cell | undefined): cell is PairCell {
  return typeof cell === 'object' && ('published' in cell || 'yours' in cell);
}

/** The numbers of a cell: none, one, or the published one and the reader's. */
export function quantitiesOf(cell: Cell | undefined): Quantity[] {
  if (isQuantity(cell)) return [cell];
  if (!isPair(cell)) return [];
  return [cell.published, cell.yours].filter((each) => typeof each === 'object');
}

/** The rows of all groups. */
export function rowsIn({ groups }: Table): TableRow[] {
  return groups.flatMap(({ rows }) => rows);
}

/** Decimals that all numbers of a column are shown with: the most that any of its group needs, at most three more than another. */
export function columnDecimals(rows: readonly TableRow[], at: number): number {
  const all = rows.flatMap(({ cells }) => quantitiesOf(cells[at]));
  return Math.max(0, ...all.map(decimalsOf));
}

/** The end of a bar column's scale in each group: the largest number or end of an interval. */
export function scaleOf(rows: readonly TableRow[], at: number): number {
  const all = rows.flatMap(({ cells }) => quantitiesOf(cells[at]));
  return Math.max(0, ...all.map(({ value, high = value }) => high));
}
