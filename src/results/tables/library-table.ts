/** The table that everything else is built around: libraries with their times, compared with the plain way. */
import { CONTROL } from '../../core/record/index.ts';
import { formatPercent } from '../numbers/format.ts';
import type { Quantity } from '../numbers/quantity.ts';
import { ratioOrQuotient } from '../pairs.ts';
import type { Row } from '../result.ts';
import type { ArmGroup } from '../../libraries/studies/groups.ts';
import {
  type Cell,
  type Column,
  column,
  type LibraryCell,
  type PairCell,
  type Table,
  tableOf,
} from './table.ts';

/** A column that a page adds. It is given the arm of its row, and the published row if there is one. */
export interface ArmColumn extends Column {
  of: (arm: string, row?: Row) => Cell;
}

export interface LibraryTableData {
  caption: string;
  /** The head of the bars: `One write`. */
  operation: string;
  groups: readonly ArmGroup[];
  /** Rows of one workload of one run. */
  published: readonly Row[];
  /** The reader's rows of the same workload, and words for an arm that did not run: `not here`. */
  yours?: { rows: readonly Row[]; absent: (arm: string) => string };
  library: (arm: string) => LibraryCell;
  /** Columns behind the ratio. */
  more?: readonly ArmColumn[];
  /** Sentences under the table. */
  notes?: readonly string[];
}

/** Half-width of the A/A control above which a table flags its column, as a fraction. */
const WIDE_CONTROL = 0.1;

/** One arm with its times beside the plain way of its group. */
interface Line {
  heading: string | undefined;
  arm: string;
  isPlain: boolean;
  row: Row | undefined;
  /** The record that the plain way of its group is from, if it is another than that of the table. */
  otherRun: string | undefined;
  published: Numbers;
  yours: Numbers;
}

/** A time, and its ratio to the plain way. */
type Numbers = Partial<Record<'time' | 'ratio', Quantity | undefined>>;

/** Rows fastest first within their group, the plain way on top. */
export function libraryTable(data: LibraryTableData): Table {
  const { caption, operation, groups, published, yours, library, more = [], notes = [] } = data;
  const lines = groups.flatMap(({ heading, plain, arms }) =>
    arms
      .map((arm): Line => ({
        heading,
        arm,
        isPlain: arm === plain,
        row: rowOf(published, arm),
        otherRun: rowOf(published, plain)?.otherRun,
        published: numbersOf(published, arm, plain),
        yours: numbersOf(yours?.rows ?? [], arm, plain),
      }))
      .sort((one, other) => orderOf(one) - orderOf(other)),
  );
  return tableOf(lines, {
    caption,
    note: notes.join(' ') || undefined,
    heading: ({ heading }) => heading,
    row: ({ arm, isPlain }) => ({ id: arm, reference: isPlain }),
    columns: [
      column('library', 'Library', ({ arm, row, otherRun }) =>
        row?.otherRun === otherRun ? library(arm) : fromOtherPlan(library(arm)),
      ),
      column('bar', operation, (line) => pairOf(line.published.time, line.yours.time)),
      column(
        'number',
        'Time',
        (line) =>
          pairOf(
            line.published.time ?? (line.row?.cannot === undefined ? 'not measured' : 'cannot'),
            line.yours.time ?? (yours?.absent(line.arm) || undefined),
          ),
        `ms${controlFlag(published)}`,
      ),
      {
        id: 'ratio',
        label: 'vs plain',
        kind: 'ratio',
        of: (line) => pairOf(line.published.ratio, line.yours.ratio),
      },
      ...more.map((each) => ({ ...each, of: ({ arm, row }: Line) => each.of(arm, row) })),
    ],
  });
}

/** A library that was measured in another plan than the plain way of its group. */
function fromOtherPlan(cell: LibraryCell): LibraryCell {
  return { ...cell, note: [cell.note, 'another plan'].filter(Boolean).join(', ') };
}

function rowOf(rows: readonly Row[], arm: string): Row | undefined {
  return rows.find((each) => each.arm === arm);
}

function numbersOf(rows: readonly Row[], arm: string, plain: string): Numbers {
  const row = rowOf(rows, arm);
  const { time } = row ?? {};
  if (row === undefined || time === undefined) return {};
  if (arm === plain) return { time, ratio: { value: 1, unit: '×', from: time.from } };
  return { time, ratio: ratioOrQuotient(row, rowOf(rows, plain)) };
}

function pairOf(published: PairCell['published'], yours: PairCell['yours']): Cell {
  return (published ?? yours) === undefined ? '' : { published, yours };
}

/** The plain way first, then arms by their published time, or by the reader's if none is published. */
function orderOf({ isPlain, published, yours }: Line): number {
  return isPlain ? -1 : (published.time?.value ?? yours.time?.value ?? Number.MAX_VALUE);
}

/** `, control ±23 %`, if the A/A control of the rows is wide; a flag, and no reason to leave the numbers out. */
function controlFlag(rows: readonly Row[]): string {
  const { resolution = 0 } = rows.find(({ arm }) => arm === CONTROL)?.control ?? {};
  return resolution <= WIDE_CONTROL ? '' : `, control ±${formatPercent(resolution)}`;
}
