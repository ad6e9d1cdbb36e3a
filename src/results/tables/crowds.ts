/** The tables of crowds, and their picture: bytes that are kept, and times by the number of clients. */
import type { EntryChart } from '../charts.ts';
import { formatCount } from '../numbers/format.ts';
import { formatQuantity, type Quantity, type QuantityUnit } from '../numbers/quantity.ts';
import { findSystem } from '../../libraries/systems/index.ts';
import { systemCell } from '../names.ts';
import { type Cell, column, type LibraryCell, type Table, tableOf } from './table.ts';
import type { CrowdResult, CrowdSummary, Measure, Subject } from '../../matrix/crowds/record.ts';

/** Growth of a heap, in bytes, by which two readings may differ although nothing is kept. */
export const STEADY_BYTES = 200_000;

/** A library, or a release of it: `capnweb@0.5.0`. */
function releaseCell(id: string): LibraryCell {
  const [system = '', version] = id.split('@');
  const note = version === undefined ? undefined : `version ${version}`;
  return { ...systemCell(findSystem(system)), note };
}

/** The measurement with the most calls or clients, unless it is said how many. */
const rowOf = (
  { rows }: CrowdResult,
  library: string,
  of: Subject,
  count?: number,
): CrowdSummary | undefined =>
  rows.findLast(
    (row) =>
      row.library === library && row.of === of && (count === undefined || row.count === count),
  );

type NumberWithRange = NonNullable<CrowdSummary['numbers'][Measure]>;

/** The median of repetitions with the least and the greatest, in a unit of which one is `scale` of theirs. */
function quantityOf(numbers: NumberWithRange, unit: QuantityUnit, scale = 1): Quantity {
  const [value, low, high] = numbers.map((each) => each / scale);
  return { value: value ?? 0, low, high, unit, from: 'measured' };
}

/** Bytes by each of so many; nothing where they are what two readings differ by. */
const isNothing = ([value]: NumberWithRange, count: number): boolean =>
  value * count < STEADY_BYTES;

const muted = (text: string): Cell => ({ text, muted: true });

function bytesCell(row: CrowdSummary, side: Measure, unit: 'B' | 'kB' = 'B'): Cell {
  const bytes = row.numbers[side];
  if (bytes === undefined) return muted('stays awake');
  if (isNothing(bytes, row.count)) return muted('none');
  return quantityOf(bytes, unit, unit === 'kB' ? 1000 : 1);
}

const headings: Partial<Record<Subject, string>> = {
  calls: 'Each call',
  subscriptions: 'Each client that listened',
  connections: 'Each client that called once',
};

/** Bytes that a library, or a release of it, keeps for a call; empty where that was not measured. */
export function keptCell(result: CrowdResult, library: string, side: 'client' | 'server'): Cell {
  const row = rowOf(result, library, 'calls');
  return row === undefined ? '' : bytesCell(row, side);
}

/** Bytes that stay after calls, and after clients that have gone. */
export function leftTable({ rows }: CrowdResult): Table {
  const left = Object.keys(headings).flatMap((subject) => rows.filter(({ of }) => of === subject));
  return tableOf(left, {
    caption: 'Bytes that stay after a call or a client',
    heading: ({ of }) => headings[of],
    columns: [
      column('library', 'Library', ({ library }) => releaseCell(library)),
      column('number', 'Client', (row) => bytesCell(row, 'client'), 'B'),
      column('number', 'Server', (row) => bytesCell(row, 'server'), 'B'),
    ],
  });
}

/** Bytes of an idle connection, among as many as were opened at most. */
export function idleTable(result: CrowdResult): Table {
  const idle = (side: Measure) => (row: CrowdSummary) => bytesCell(row, side, 'kB');
  return tableOf(
    result.libraries.flatMap((id) => rowOf(result, id, 'idle') ?? []),
    {
      caption: 'Memory of an idle connection',
      columns: [
        column('library', 'Library', ({ library }) => releaseCell(library)),
        column('bar', 'Server', idle('server')),
        column('number', 'Server, awake', idle('server'), 'kB'),
        column('number', 'Server, asleep', idle('asleep'), 'kB'),
        column('number', 'Client', idle('client'), 'kB'),
      ],
    },
  );
}

const crowdsOf = ({ rows }: CrowdResult): CrowdSummary[] => rows.filter(({ of }) => of === 'crowd');

/** Times by the number of clients. */
export function crowdTable(result: CrowdResult): Table {
  const time = (label: string, measure: Measure) =>
    column(
      'number',
      label,
      ({ numbers }: CrowdSummary) => {
        const found = numbers[measure];
        return found ? quantityOf(found, 'ms') : '';
      },
      'ms',
    );
  const rows = crowdsOf(result).toSorted((one, other) => one.count - other.count);
  return tableOf(rows, {
    caption: 'Times with many clients of one object',
    heading: ({ count }) => `${count} clients`,
    columns: [
      column('library', 'Library', ({ library }) => releaseCell(library)),
      time('One calls, median', 'oneP50'),
      time('One calls, p99', 'oneP99'),
      time('All call, median', 'allP50'),
      time('All call, p99', 'allP99'),
      time('Message to all', 'lastMs'),
      column('text', 'Messages lost', ({ numbers: { lost } }) => {
        if (lost === undefined) return muted('no subscription');
        const most = lost.at(-1);
        return most === 0 ? 'none' : { text: `up to ${most}`, wrong: true };
      }),
    ],
  });
}

/** The same as a picture: a panel for each kind of time. */
export function crowdChart(result: CrowdResult): EntryChart {
  const panel = (heading: string, measure: Measure) => {
    const series = result.libraries.map((id) => {
      const { label, system } = releaseCell(id);
      const points = crowdsOf(result).flatMap(({ library, count: x, numbers }) => {
        const [y, low, high] = numbers[measure] ?? [];
        return library === id && y !== undefined ? [{ x, y, low, high }] : [];
      });
      return { label, system, points };
    });
    return {
      heading,
      x: 'Clients',
      y: { label: 'Time (ms)', scale: 'log' as const },
      series: series.filter(({ points }) => points.length > 0),
    };
  };
  return {
    caption: 'Times by the number of clients, medians',
    panels: [
      panel('One client calls, the others are idle', 'oneP50'),
      panel('All clients call at once', 'allP50'),
      panel('A message to all, until the last client has it', 'lastMs'),
    ],
    table: crowdTable(result),
  };
}

/**
 * A number for a sentence: `361 B`, or `nothing`; `12.3 ms`.
 *
 * @param count of clients; the most unless given
 * @throws Error where it was not measured
 */
export function numberText(
  result: CrowdResult,
  library: string,
  of: Subject,
  measure: Measure,
  count?: number,
): string {
  const row = rowOf(result, library, of, count);
  const found = row?.numbers[measure];
  if (row === undefined || found === undefined) {
    throw new Error(`crowds: got no ${measure} of ${library}, ${of}, expected a measurement`);
  }
  if (of !== 'crowd' && isNothing(found, row.count)) return 'nothing';
  return formatQuantity(quantityOf(found, of === 'crowd' ? 'ms' : 'B'));
}

/** How many calls or clients there were, at most. */
export const countText = ({ rows }: CrowdResult, of: Subject): string =>
  formatCount(Math.max(...rows.filter((row) => row.of === of).map(({ count }) => count)));

/** All tables, for the command line. */
export const crowdTables = (result: CrowdResult): Table[] => [
  leftTable(result),
  idleTable(result),
  crowdTable(result),
];
