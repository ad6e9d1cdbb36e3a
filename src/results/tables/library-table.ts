/** The table that everything else is built around: libraries with their ratios to one of them, and their times. */
import { CONTROL } from '../../core/record/index.ts';
import { spokenName } from '../names.ts';
import { formatPercent } from '../numbers/format.ts';
import { conditionNotices } from '../conditions.ts';
import type { Quantity } from '../numbers/quantity.ts';
import { mayBeFastest, ratioOrQuotient } from '../pairs.ts';
import type { Ratio, Row } from '../result.ts';
import type { ArmGroup } from '../../libraries/studies/groups.ts';
import {
  type Cell,
  column,
  type ColumnOf,
  type LanesCell,
  type LibraryCell,
  NOT_MEASURED,
  type RatioCell,
  type Table,
  tableOf,
} from './table.ts';

/** A column that a page adds. It is given the arm of its row, and the published row if there is one. */
export type ArmColumn = ColumnOf<{ arm: string; row?: Row }>;

export interface LibraryTableData {
  caption: string;
  /** Each has the arm that its ratios are to: `reference`, or its plain way. */
  groups: readonly ArmGroup[];
  /** Rows of one workload of one run. */
  published: readonly Row[];
  /** The reader’s run of the same workload, or room for one. */
  yours?: Yours;
  library: (arm: string) => LibraryCell;
  /** Columns behind the ratios. */
  more?: readonly ArmColumn[];
}

export interface Yours {
  rows: readonly Row[];
  /** Head of the column, and where it ran: `Yours`, `from here`. */
  label: string;
  note: string;
  /** Words for an arm without a row: `not run`. */
  absent: (arm: string) => string;
  /** True of a run from another place: its ratios have classes of their own, and no bars beside the published ones. */
  isElsewhere: boolean;
}

/** Half-width of the A/A control above which a table says its noise, as a fraction. */
const WIDE_CONTROL = 0.1;

/** One arm with its numbers. */
export interface LibraryLine {
  group: ArmGroup;
  arm: string;
  library: LibraryCell;
  isReference: boolean;
  row: Row | undefined;
  /** True if it was measured in another plan than what it is compared with. */
  isOfOtherPlan: boolean;
  /** Its published time, or why there is none. */
  time: Cell;
  ratio: RatioCell | undefined;
  /** Ratio to the plain way, in a table whose reference is another arm. */
  toPlain: Quantity | undefined;
  yours: Quantity | undefined;
}

export const referenceOf = ({ reference, plain }: ArmGroup): string => reference ?? plain;

/** The lines of a table by their ratio within their group, the reference on top and what nobody should choose last. */
export function linesOf({
  groups,
  published,
  yours,
  library,
}: Pick<LibraryTableData, 'groups' | 'published' | 'yours' | 'library'>): LibraryLine[] {
  return groups.flatMap((group) => {
    const reference = referenceOf(group);
    const to = rowOf(published, reference);
    const own = published.filter(
      ({ arm, otherRun }) => group.arms.includes(arm) && otherRun === to?.otherRun,
    );
    // Rows of other plans have no ratio to these, but both have one to the reference.
    const elsewhere = group.arms
      .filter((arm) => rowOf(published, arm)?.otherRun !== to?.otherRun)
      .flatMap((arm) => ratioIn(published, arm, reference) ?? []);
    const isBeaten = ({ value, low = value }: Quantity): boolean =>
      elsewhere.some((each) => (each.high ?? each.value) < low);
    const fastest = mayBeFastest(own).map(({ arm }) => arm);
    return group.arms
      .map((arm): LibraryLine => {
        const row = rowOf(published, arm);
        const ratio = ratioIn(published, arm, reference);
        return {
          group,
          arm,
          library: library(arm),
          isReference: arm === reference,
          row,
          time: timeCell(row),
          isOfOtherPlan: row?.otherRun !== to?.otherRun,
          ratio: ratio && {
            ...ratio,
            mayBeFastest: own.length > 1 && fastest.includes(arm) && !isBeaten(ratio),
          },
          toPlain: reference === group.plain ? undefined : ratioIn(published, arm, group.plain),
          yours: yours && ratioIn(yours.rows, arm, reference),
        };
      })
      .sort((one, other) => orderOf(one) - orderOf(other));
  });
}

export function libraryTable(data: LibraryTableData): Table {
  const { caption, groups, published, yours, library, more = [] } = data;
  const references = new Set(groups.map(referenceOf));
  const [only = ''] = references;
  const isPlain = groups.every((group) => referenceOf(group) === group.plain);
  const against = isPlain ? 'plain' : library(only).label;
  const notes = [
    ...conditionNotices(published, groups, library),
    ...conditionNotices(yours?.rows ?? [], groups, library).map((each) => `Your result: ${each}`),
    ...noiseOf(published),
  ];
  return tableOf(linesOf(data), {
    caption,
    note: notes.join(' ') || undefined,
    heading: ({ group }) => group.heading,
    headingNote: ({ group }) => `compared with ${spokenName(library(referenceOf(group)).label)}`,
    row: ({ arm, isReference, library: { muted } }) => ({
      id: arm,
      reference: isReference,
      muted: muted !== undefined && !isReference,
    }),
    columns: [
      column('library', 'Library', (line) =>
        line.isOfOtherPlan ? fromOtherPlan(line.library) : line.library,
      ),
      { ...column('bar', `vs ${against}`, (line) => lanesOf(line, yours)), axis: true },
      column('number', 'Time', ({ time }) => time, 'ms'),
      {
        id: 'ratio',
        label: `vs ${against}`,
        kind: 'ratio',
        note: '95 % CI',
        whose: yours && 'published',
        of: ({ ratio, row }) => ratio ?? (row?.time ? 'not compared' : ''),
      },
      yours !== undefined && {
        id: 'yours',
        label: yours.label,
        kind: 'ratio',
        note: yours.note,
        whose: 'yours',
        of: (line) => yoursCell(line, yours),
      },
      !isPlain && {
        ...column('ratio', 'vs plain', ({ toPlain }) => withoutInterval(toPlain) ?? ''),
        id: 'to_plain',
      },
      ...more,
    ],
  });
}

function timeCell(row: Row | undefined): Cell {
  if (row?.time) return row.time;
  return row?.cannot === undefined ? NOT_MEASURED : { text: 'cannot', muted: true };
}

function yoursCell({ arm, yours: own }: LibraryLine, { absent, isElsewhere }: Yours): Cell {
  if (own === undefined) return { text: absent(arm), muted: true };
  return isElsewhere ? own : { ...own, class: undefined };
}

function lanesOf({ ratio, yours: own }: LibraryLine, yours: Yours | undefined): LanesCell {
  const published = { whose: 'published', number: ratio } as const;
  if (yours === undefined) return { lanes: [published] };
  return { lanes: [published, { whose: 'yours', number: yours.isElsewhere ? undefined : own }] };
}

const withoutInterval = (quantity: Quantity | undefined): Quantity | undefined =>
  quantity && { value: quantity.value, unit: quantity.unit, from: quantity.from };

/** A library that was measured in another plan than what it is compared with. */
function fromOtherPlan(cell: LibraryCell): LibraryCell {
  return { ...cell, note: [cell.note, 'another plan'].filter(Boolean).join(', ') };
}

function rowOf(rows: readonly Row[], arm: string): Row | undefined {
  return rows.find((each) => each.arm === arm);
}

function ratioIn(rows: readonly Row[], arm: string, to: string): Quantity | Ratio | undefined {
  const row = rowOf(rows, arm);
  if (row?.time === undefined) return undefined;
  if (arm === to) return { value: 1, unit: '×', from: row.time.from };
  return ratioOrQuotient(row, rowOf(rows, to));
}

/** The reference first, then arms by their ratio, or by the reader’s if none is published. */
function orderOf({ isReference, library: { muted }, ratio, yours, row }: LibraryLine): number {
  if (isReference) return -1;
  const ratioOrTime = ratio?.value ?? yours?.value ?? (row?.time && 1e6 + row.time.value);
  const behind = muted === undefined ? 0 : muted === 'ours' ? 2e9 : 1e9;
  return behind + (ratioOrTime ?? 1e8);
}

/** `Noise ±23 %.`, if the A/A control of the rows is wide; no reason to leave the numbers out. */
function noiseOf(rows: readonly Row[]): string[] {
  const { resolution = 0 } = rows.find(({ arm }) => arm === CONTROL)?.control ?? {};
  return resolution <= WIDE_CONTROL ? [] : [`Noise ±${formatPercent(resolution)}.`];
}
