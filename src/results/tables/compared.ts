/** Operations of two libraries: as a source printed them, as we measure them, and as a reader does. */
import type { QuotedResult } from '../../core/record/index.ts';
import { formatRatio, THIN } from '../numbers/format.ts';
import type { Quantity } from '../numbers/quantity.ts';
import { costRatio, printedDigits } from './quoted.ts';
import type { Ratio } from '../result.ts';
import { type Cell, column, type LanesCell, NOT_MEASURED, type Table, tableOf } from './table.ts';

interface ComparedOperation {
  workload: string;
  label: string;
  /** How the source ran it: `100 in a row`. */
  how?: string;
  theirs?: Printed;
  ours?: Ratio;
}

export interface Compared {
  /** Names of the two libraries, whose times are divided. */
  of: string;
  to: string;
  operations: readonly ComparedOperation[];
  /** Where our ratios were measured from: `browser`. */
  client: string;
}

/** A ratio of two printed figures, and these as printed: `24.43 ÷ 17.15 ms`. */
export interface Printed {
  ratio: Quantity;
  figures: string;
}

/** A reader’s ratios, or room for them. */
export interface OwnRatios {
  /** Words under the head of the column. */
  note: string;
  /** The ratio of an operation that has an interval, or words in its place. */
  of: (workload: string) => Ratio | string;
}

/** @returns undefined unless both are given in one unit */
export function printedRatio(of: QuotedResult, to: QuotedResult): Printed | undefined {
  const value = costRatio(of, to);
  const [field] = (['totalMs', 'msPerOperation', 'operationsPerSecond'] as const).filter(
    (each) => of[each] !== undefined && to[each] !== undefined,
  );
  if (value === undefined || field === undefined) return undefined;
  const isRate = field === 'operationsPerSecond';
  const figures = (isRate ? [to, of] : [of, to]).map((each) => printedDigits(each, field));
  return {
    ratio: { value, unit: '×', from: 'quoted' },
    figures: `${figures.join(' ÷ ')}${isRate ? ' a second' : `${THIN}ms`}`,
  };
}

const theirCell = ({ theirs }: ComparedOperation): Cell =>
  theirs
    ? { text: formatRatio(theirs.ratio.value), note: theirs.figures }
    : { text: 'not printed', muted: true };

/** A column without a number in any row is left out, but not that of the reader, which waits for a run. */
export function comparedTable({ of, to, operations, client }: Compared, yours?: OwnRatios): Table {
  const hasTheirs = operations.some(({ theirs }) => theirs !== undefined);
  const own = ({ workload }: ComparedOperation): Ratio | string => yours?.of(workload) ?? '';
  const lanesOf = (operation: ComparedOperation): LanesCell => {
    const found = own(operation);
    const lanes: Array<LanesCell['lanes'][number] | false> = [
      hasTheirs && { whose: 'theirs', number: operation.theirs?.ratio },
      { whose: 'published', number: operation.ours },
      yours !== undefined && {
        whose: 'yours',
        number: typeof found === 'string' ? undefined : found,
      },
    ];
    return { lanes: lanes.filter((lane) => lane !== false) };
  };
  const ownCell = (operation: ComparedOperation): Cell => {
    const found = own(operation);
    return typeof found === 'string'
      ? { text: found, muted: true }
      : { ...found, class: undefined };
  };
  return tableOf(operations, {
    caption: `${of} relative to ${to}: ${[hasTheirs && 'as printed', 'as we measure it', yours && 'as you do'].filter(Boolean).join(', ')}`,
    columns: [
      column('library', 'Operation', ({ label, how }) => ({ text: label, note: how })),
      { ...column('bar', `${of} ÷ ${to}`, lanesOf), axis: true },
      hasTheirs && {
        ...column('ratio', 'They printed', theirCell, 'no interval'),
        whose: 'theirs',
      },
      {
        ...column('ratio', 'We measure', ({ ours }) => ours ?? NOT_MEASURED, `${client}, 95 % CI`),
        whose: 'published',
      },
      yours !== undefined && { ...column('ratio', 'You', ownCell, yours.note), whose: 'yours' },
    ],
    row: ({ workload }) => ({ id: workload }),
  });
}
