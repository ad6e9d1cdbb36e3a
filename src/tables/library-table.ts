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
  yours?: { rows: readonly Row[]; absent: (arm: string) => string } | undefined;
  library: (arm: string) => LibraryCell;
  /** Columns behind the ratio. */
  more?: readonly ExtraColumn[];
  /** Sentences under the table. */
  notes?: readonly string[];
}

/** Half-width of the A/A control above which a table flags its column, as a fraction. */
const WIDE_CONTROL = 0.1;

const RAW =
  'For some rows the quotient of medians differs from the paired ratio by more than 10 %; the data has both.';

/** One arm with its times beside the plain way of its group. */
interface Line {
  arm: string;
  isPlain: boolean;
  published: ComparedTime;
  yours: ComparedTime;
}

/** Rows fastest first within their group, the plain way on top. */
export function libraryTable(data: LibraryTableData): Table {
  const { caption, operation, published, yours, more = [], notes = [] } = data;
  const groups = data.groups.map(({ heading, plain, arms }) => {
    const lines = arms.map((arm): Line => {
      const isPlain = arm === plain;
      const timeIn = (rows: readonly Row[]) => timeOf(rows, arm, plain);
      return { arm, isPlain, published: timeIn(published), yours: timeIn(yours?.rows ?? []) };
    });
    return { heading, lines: lines.toSorted((one, other) => placeOf(one) - placeOf(other)) };
  });
  const isRaw = groups.some(({ lines }) => lines.some((line) => line.published.rawMs));
  return {
    caption,
    columns: [
      { id: 'library', label: 'Library', kind: 'library' },
      { id: 'bar', label: operation, kind: 'bar' },
      { id: 'time', label: 'Time', kind: 'number', note: `ms${controlFlag(published)}` },
      { id: 'ratio', label: 'vs plain', kind: 'ratio' },
      ...more,
    ],
    groups: groups
      .filter(({ lines }) => lines.length > 0)
      .map(({ heading, lines }) => ({ heading, rows: lines.map((line) => rowOf(data, line)) })),
    note: [...(isRaw ? [RAW] : []), ...notes].join(' ') || undefined,
  };
}

function rowOf({ more = [], library, ...data }: LibraryTableData, line: Line): TableRow {
  const { arm, isPlain, published, yours } = line;
  const row = data.published.find((each) => each.arm === arm);
  const absent = data.yours?.absent(arm) || undefined;
  const without = row?.cannot === undefined ? 'not measured' : 'cannot';
  const cell = library(arm);
  const note = [cell.note, 'another run'].filter(Boolean).join(', ');
  return {
    id: arm,
    reference: isPlain,
    cells: [
      row?.otherRun === undefined ? cell : { ...cell, note },
      pairOf(published.time, yours.time),
      pairOf(published.time ?? without, yours.time ?? absent),
      pairOf(ratioOf(published, isPlain), ratioOf(yours, isPlain)),
      ...more.map(({ of }) => of(arm, row)),
    ],
  };
}

function timeOf(rows: readonly Row[], arm: string, plain: string): ComparedTime {
  const row = rows.find((each) => each.arm === arm);
  const reference = rows.find((each) => each.arm === plain);
  return row === undefined ? {} : comparedTime(row, reference);
}

function ratioOf({ time, ratio }: ComparedTime, isPlain: boolean): Quantity | undefined {
  return isPlain && time !== undefined ? { value: 1, unit: '×', from: time.from } : ratio;
}

function pairOf(published: PairCell['published'], yours: PairCell['yours']): Cell {
  return (published ?? yours) === undefined ? '' : { published, yours };
}

/** The plain way first, then arms by their time, published where it is known. */
function placeOf({ isPlain, published, yours }: Line): number {
  return isPlain ? -1 : (published.time?.value ?? yours.time?.value ?? Number.MAX_VALUE);
}

/** `, control ±23 %`, where the A/A control of the rows is wide; a flag, and no reason to leave the numbers out. */
function controlFlag(rows: readonly Row[]): string {
  const { resolution = 0 } = rows.find(({ arm }) => arm === CONTROL)?.control ?? {};
  return resolution <= WIDE_CONTROL ? '' : `, control ±${formatPercent(resolution)}`;
}
