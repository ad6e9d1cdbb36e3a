/** The table that everything else is built around: libraries with their times, compared with the plain way. */
import { CONTROL } from '../harness/record/index.ts';
import { formatPercent } from '../numbers/format.ts';
import type { Quantity } from '../numbers/quantity.ts';
import { comparedTime, type ComparedTime } from '../results/pairs.ts';
import type { Row } from '../results/result.ts';
import type { ArmGroup } from '../studies/groups.ts';
import type { Cell, Column, LibraryCell, PairCell, Table, TableRow } from './table.ts';

/** A column whose cells are those of an arm in any table. */
export interface ArmColumn extends Column {
  of: (arm: string) => Cell;
}

/** A column that a page adds; it knows the arm of its row, and the published row where there is one. */
export interface ExtraColumn extends Column {
  of: (arm: string, row: Row | undefined) => Cell;
}

export interface LibraryTableData {
  caption: string;
  /** What is timed, for the head of the bars: `One write`. */
  operation: string;
  groups: readonly ArmGroup[];
  /** Rows of one workload of one run. */
  published: readonly Row[];
  /** The reader's rows of the same workload, and words for an arm that did not run: `not here`. */
  yours?: { rows: readonly Row[]; absent: (arm: string) => string };
  library: (arm: string) => LibraryCell;
  /** Columns behind the ratio. */
  more?: readonly ExtraColumn[];
  note?: string;
}

/** Half-width of the A/A control above which a table flags its column, as a fraction. */
const WIDE_CONTROL = 0.1;

/** Rows fastest first within their group, the plain way on top. */
export function libraryTable(data: LibraryTableData): Table {
  const { caption, operation, groups, published, yours, more = [], note } = data;
  const flag = controlFlag(published);
  const columns: Column[] = [
    { id: 'library', label: 'Library', kind: 'library' },
    { id: 'bar', label: operation, kind: 'bar' },
    { id: 'time', label: 'Time', kind: 'number', note: flag === undefined ? 'ms' : `ms, ${flag}` },
    { id: 'ratio', label: 'vs plain', kind: 'ratio' },
    ...more.map(({ id, label, kind, note: own }) => ({
      ...{ id, label, kind },
      ...(own !== undefined && { note: own }),
    })),
  ];
  const raw = groups.some(({ arms, plain }) =>
    arms.some((arm) => timeOf(published, arm, plain).rawMs !== undefined),
  );
  const notes = [
    note,
    raw
      ? 'For some rows the quotient of medians differs from the paired ratio by more than 10 %; the data has both.'
      : undefined,
  ].filter((each) => each !== undefined);
  return {
    caption,
    columns,
    groups: groups
      .map(({ heading, plain, arms }) => ({
        ...(heading !== undefined && { heading }),
        rows: sorted(arms, plain, published, yours?.rows).map((arm) => rowOf(data, arm, plain)),
      }))
      .filter(({ rows }) => rows.length > 0),
    ...(notes.length > 0 && { note: notes.join(' ') }),
  };
}

function rowOf(data: LibraryTableData, arm: string, plain: string): TableRow {
  const { published, yours, library, more = [] } = data;
  const theirs = timeOf(published, arm, plain);
  const own = yours && timeOf(yours.rows, arm, plain);
  const row = published.find((each) => each.arm === arm);
  const absent = yours?.absent(arm) ?? '';
  const without = row?.cannot === undefined ? 'not measured' : 'cannot';
  return {
    id: arm,
    reference: arm === plain,
    cells: [
      row?.otherRun === undefined ? library(arm) : withNote(library(arm), 'another run'),
      pairOf(theirs.time, own && own.time),
      pairOf(theirs.time ?? without, own && (own.time ?? absent)),
      pairOf(ratioOf(theirs, arm === plain), own && ratioOf(own, arm === plain)),
      ...more.map(({ of }) => of(arm, row)),
    ],
  };
}

function withNote(cell: LibraryCell, more: string): LibraryCell {
  return { ...cell, note: cell.note === undefined ? more : `${cell.note}, ${more}` };
}

function timeOf(rows: readonly Row[], arm: string, plain: string): ComparedTime {
  const row = rows.find((each) => each.arm === arm);
  const reference = rows.find((each) => each.arm === plain);
  return row === undefined ? {} : comparedTime(row, reference);
}

function ratioOf({ time, ratio }: ComparedTime, isPlain: boolean): Quantity | undefined {
  if (!isPlain || time === undefined) return ratio;
  return { value: 1, unit: '×', from: time.from };
}

function pairOf(
  published: Quantity | string | undefined,
  yours: Quantity | string | undefined,
): PairCell | string {
  if (published === undefined && (yours === undefined || yours === '')) return '';
  return {
    ...(published !== undefined && { published }),
    ...(yours !== undefined && yours !== '' && { yours }),
  };
}

/** Arms by their time, published where it is known; the plain way first. */
function sorted(
  arms: readonly string[],
  plain: string,
  published: readonly Row[],
  yours: readonly Row[] = [],
): string[] {
  const place = (arm: string): number =>
    arm === plain
      ? -1
      : (timeOf(published, arm, plain).time?.value ??
        timeOf(yours, arm, plain).time?.value ??
        Infinity);
  return arms.toSorted((one, other) => place(one) - place(other));
}

/** `control ±23 %`, where the A/A control of the rows is wide; a flag, and no reason to leave the numbers out. */
function controlFlag(rows: readonly Row[]): string | undefined {
  const control = rows.find(({ arm }) => arm === CONTROL)?.control;
  if (control?.resolution === undefined || control.resolution <= WIDE_CONTROL) return undefined;
  return `control ±${formatPercent(control.resolution)}`;
}
