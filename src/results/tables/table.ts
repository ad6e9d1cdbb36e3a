/** A table as data. The printers beside this file turn it into HTML, text and CSV; nothing else makes one. */
import type { RatioClass } from '../../core/statistics/index.ts';
import type { FeatureCell } from '../../matrix/features.ts';
import { decimalsOf, type Quantity } from '../numbers/quantity.ts';

/** The kind of a column decides how its cells are aligned and drawn. */
export type ColumnKind =
  /** A library: the head of its row. */
  | 'library'
  | 'text'
  /** Numbers, aligned on their decimal point; the head states the unit. */
  | 'number'
  /** Times of a reference, with the mark of their class: `» 1.26×`. */
  | 'ratio'
  /**
   * A quantity as a bar from zero: ratios on one scale from 0 to 2× in every table, others relative to the longest of
   * their group. Text printers leave the column out.
   */
  | 'bar'
  /** Yes, partly, no, not applicable, or not tested. */
  | 'feature';

export interface Column {
  /** Name in CSV and in scripts: `time`. */
  id: string;
  label: string;
  kind: ColumnKind;
  /** Unit, or another remark under the label: `ms`. */
  note?: string;
  /** True of numbers that differ a thousandfold: each has three digits of its own. */
  ownDigits?: true;
  /** Page on what the column is about. */
  href?: string;
  /** True of a column of bars whose head has the scale of ratios. */
  axis?: true;
  /** The run that the numbers are of, if a table has several. */
  whose?: Whose;
}

/** The document that is quoted, this site, or the reader. */
export type Whose = 'theirs' | 'published' | 'yours';

/** A library or one of its configurations. */
export interface LibraryCell {
  label: string;
  /** Id of the system. */
  system: string;
  note?: string;
  href?: string;
  /** Why it stands in grey behind the others: its authors advise against it, or, last, nobody can install it. */
  muted?: 'discouraged' | 'ours';
}

export interface TextCell {
  text: string;
  note?: string;
  href?: string;
  /** A hash or a command. */
  code?: boolean;
  /** True of words for nothing. */
  muted?: boolean;
  /** True of words for an error. */
  wrong?: boolean;
}

/** Words for a number that nobody measured. */
export const NOT_MEASURED: TextCell = { text: 'not measured', muted: true };

/** A text whose parts lead to different places, and notes under it, each on a line of its own. */
export interface LinkedCell {
  parts: readonly TextCell[];
  notes?: ReadonlyArray<readonly TextCell[]>;
}

/** Bars below each other in one cell; one without a number keeps its room. */
export interface LanesCell {
  lanes: ReadonlyArray<{ whose: Whose; number: Quantity | undefined }>;
}

/** A ratio with its class, and whether it may be the fastest of its group. */
export type RatioCell = Quantity & { class?: RatioClass; mayBeFastest?: boolean };

export type Cell =
  string | TextCell | LinkedCell | LibraryCell | FeatureCell | LanesCell | Quantity | RatioCell;

export interface TableRow {
  /** In the order of the columns. */
  cells: readonly Cell[];
  /** Id that scripts find the row by. */
  id?: string;
  /** True of the row that the others are compared with. */
  reference?: boolean;
  /** True of a row in grey. */
  muted?: boolean;
  /** Part of an address that leads to the row. */
  anchor?: string;
  /** Facts that stand under the row once it is opened. Text printers leave them out. */
  more?: readonly Fact[];
}

export interface Fact {
  label: string;
  cell: Cell;
}

export interface TableGroup {
  heading?: string;
  /** Words behind the heading: what its rows are compared with. */
  note?: string;
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
  note?: string,
): ColumnOf<Item> {
  const id = (kind === 'bar' ? 'bar' : label).toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
  return { id, label, kind, note, of };
}

/** A column of numbers with three digits each. */
export function amountColumn<Item>(
  label: string,
  of: (item: Item) => Cell | undefined,
  note?: string,
): ColumnOf<Item> {
  return { ...column('number', label, (item: Item) => of(item) ?? '', note), ownDigits: true };
}

/** How a table is made of items: a row for each, whose cells its columns give. */
export interface Shape<Item> extends Pick<Table, 'caption' | 'note'> {
  /** One that is `false` is left out. */
  columns: ReadonlyArray<ColumnOf<Item> | false>;
  /** Stands above the rows that have it in common. */
  heading?: (item: Item) => string | undefined;
  /** Words behind a heading. */
  headingNote?: (item: Item) => string;
  /** The fields of a row in addition to its cells. */
  row?: (item: Item) => Omit<TableRow, 'cells'>;
}

export function tableOf<Item>(items: readonly Item[], shape: Shape<Item>): Table {
  const { caption, note, heading = () => undefined, headingNote, row } = shape;
  const columns = shape.columns.filter((each) => each !== false);
  const rowOf = (item: Item): TableRow => ({
    ...row?.(item),
    cells: columns.map(({ of }) => of(item)),
  });
  const groups = [...Map.groupBy(items, heading)].map(([title, own]) => ({
    heading: title || undefined,
    note: title && own[0] && headingNote?.(own[0]),
    rows: own.map(rowOf),
  }));
  return { caption, note, columns, groups };
}

/** A table with headings, without empty columns. */
export function groupedTable<Item>(
  items: readonly Item[],
  heading: (item: Item) => string,
  shape: Shape<Item>,
): Table {
  return withoutEmpty(tableOf(items, { ...shape, heading }));
}

/** The table without the columns that have nothing in any row but words for nothing. */
export function withoutEmpty(table: Table): Table {
  const isEmpty = (cell: Cell = ''): boolean =>
    typeof cell === 'string' ? cell === '' : 'text' in cell && cell.text === NOT_MEASURED.text;
  const isShown = table.columns.map((_, at) =>
    rowsIn(table).some(({ cells }) => !isEmpty(cells[at])),
  );
  const shown = <Each>(items: readonly Each[]): Each[] => items.filter((_, at) => isShown[at]);
  return {
    ...table,
    columns: shown(table.columns),
    groups: table.groups.map((group) => ({
      ...group,
      rows: group.rows.map((row) => ({ ...row, cells: shown(row.cells) })),
    })),
  };
}

export function isQuantity(cell: Cell | undefined): cell is Quantity {
  return typeof cell === 'object' && 'value' in cell;
}

export function isLibrary(cell: Cell | undefined): cell is LibraryCell {
  return typeof cell === 'object' && 'system' in cell;
}

/** The numbers of a cell: none, one, or those of its bars. */
export function quantitiesOf(cell: Cell | undefined): Quantity[] {
  if (isQuantity(cell)) return [cell];
  if (typeof cell !== 'object' || !('lanes' in cell)) return [];
  return cell.lanes.flatMap(({ number }) => number ?? []);
}

/** The rows of all groups. */
export function rowsIn({ groups }: Table): TableRow[] {
  return groups.flatMap(({ rows }) => rows);
}

/** Decimals and scale that the numbers of a column share within a group. */
export interface Span {
  /** Decimals that all are shown with: the most that any of them needs; none of a column of own digits. */
  decimals: number | undefined;
  /** The end of the scale of bars: the largest number. */
  scale: number;
}

/** @param at place of the column */
export function spanOf(rows: readonly TableRow[], { ownDigits }: Column, at: number): Span {
  const all = rows.flatMap(({ cells }) => quantitiesOf(cells[at]));
  const decimals = ownDigits ? undefined : Math.max(0, ...all.map(decimalsOf));
  return { decimals, scale: Math.max(0, ...all.map(({ value }) => value)) };
}

/** The parts of a plain text whose addresses lead where they say. */
export function linkedText(text: string): TextCell[] {
  const parts = text.split(/(https:\/\/[^\s]*[^\s.,;:!?)”])/);
  return parts.map((part, at) =>
    at % 2 === 1 ? { text: shown(part), href: part } : { text: part },
  );
}

/** An address without its scheme, GitHub's branch and most of a commit. */
function shown(url: string): string {
  return decodeURI(
    url
      .replace(/^https:\/\//, '')
      .replace(/\/blob\/[^/]+\//, '/')
      .replace(/(?<=\/commits?\/[0-9a-f]{10})[0-9a-f]{30}/, ''),
  );
}
