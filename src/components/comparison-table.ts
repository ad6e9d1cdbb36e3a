/** A comparison of two entries as a table. */
import {
  formatNumber,
  formatRatio,
  formatRatioInterval,
  msDecimals,
  NONE,
} from '../figures/format.ts';
import type { ComparedRow, EntryComparison } from './compare-entries.ts';
import type { EntryPage } from './entry-data.ts';
import type { Cell, Table } from './view.ts';

/** Units of what is compared, for a header. */
const units = {
  time: 'ms per operation',
  throughput: 'operations per second',
  data: 'MB/s',
} as const;

/**
 * One row for each arm under each workload; undefined where there is nothing to compare.
 *
 * @param caption what stands over it: `Beside the entry before`
 */
export function comparisonTable(
  caption: string,
  { rows }: EntryComparison,
  { names, study }: Pick<EntryPage, 'names' | 'study'>,
  measured: boolean,
): Table | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const kinds = new Set(rows.map(({ of }) => of));
  const unit = kinds.size === 1 ? units[first.of] : 'unit beside it';
  const places = new Set(rows.map(({ where }) => where));
  const labels = new Map(study.workloads.map(({ id, label }) => [id, label]));
  const ratios = rows.some(({ ratio }) => ratio !== undefined);
  const groups = Map.groupBy(rows, ({ workload, where }) => {
    const label = labels.get(workload) ?? workload;
    return places.size === 1 ? label : `${label}, ${where}`;
  });
  return {
    caption,
    marks: ['derived'],
    columns: [
      { label: 'Arm' },
      { label: `Then (${unit})`, number: true },
      { label: `Now (${unit})`, number: true },
      ...(ratios ? [{ label: 'Time now ÷ then', number: true }] : []),
    ],
    groups: [...groups].map(([heading, members]) => {
      const decimals = Math.max(
        ...members.flatMap((row) => [row.then, row.now].map(decimalsOf(row))),
      );
      return {
        heading,
        rows: members.map((row) => {
          const { label, system } = names(row.arm);
          const amount = (cost: number): Cell => ({
            text: formatNumber(amountOf(row, cost), decimals),
            ...(kinds.size > 1 && { note: units[row.of] }),
          });
          return [
            { text: label, system, filled: measured },
            amount(row.then),
            amount(row.now),
            ...(ratios ? [ratioCell(row)] : []),
          ];
        }),
      };
    }),
    ...(places.size === 1 && { note: `${first.where}.` }),
  };
}

function ratioCell({ ratio }: ComparedRow): Cell {
  if (ratio === undefined) return { text: NONE, muted: true };
  const { estimate, low, high } = ratio;
  if (low === undefined || high === undefined) return { text: formatRatio(estimate) };
  const interval = formatRatioInterval(estimate, low, high).split(' ').at(-1) ?? '';
  return { text: formatRatio(estimate), note: interval };
}

/** A throughput is shown as one, though it is compared as a time. */
function amountOf({ of }: ComparedRow, cost: number): number {
  return of === 'time' ? cost : 1 / cost;
}

function decimalsOf(row: ComparedRow): (cost: number) => number {
  return (cost) => (row.of === 'time' ? msDecimals(cost) : 0);
}
