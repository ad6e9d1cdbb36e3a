/** Figure: one amount for each arm under each workload: a time, a throughput, an amount of data. */
import * as Plot from '@observablehq/plot';
import type { Figure, Mark, OfSystem, Rows } from './figure.ts';
import { formatMegabytes, formatMs, formatRate, rateDecimals } from '../numbers/format.ts';
import { systemColor, systemDots, tall, uprights } from './marks.ts';
import { rowPanel } from './rows.ts';

/** One amount, or why there is none. */
export interface AmountRow extends OfSystem {
  /** Heading of the group: `100 × increment`. */
  group: string;
  mark: Mark;
  /** In the quantity's unit; NaN where there is none, which `instead` then says. */
  value: number;
  /** Decimals it was printed with, where a source printed it. */
  decimals?: number;
  /** Ends of the interval or of the spread; absent where none is known. */
  low?: number | undefined;
  high?: number | undefined;
  /** Whether the source calls it approximate. */
  approximate?: boolean;
  /** What stands in place of an amount: `hung at 45 of 50`. */
  instead?: string;
  /** Whether the others of its group are to be seen beside it. */
  isBaseline?: true;
}

/** What the amounts are of. */
export interface Quantity {
  /** Name of the table beside it. */
  name: string;
  /** What the amounts are of, for the title: the least and the most follow. */
  of: string;
  /** Name of the axis, with the unit. */
  axis: string;
  /** Which way is better, in a sentence. */
  better: string;
  /** A value with its unit, with as many decimals where they are known. */
  format: (value: number, decimals?: number) => string;
}

/** What one operation takes. */
export const timePerOperation: Quantity = {
  name: 'Time per operation',
  of: 'An operation takes',
  axis: 'ms per operation',
  better: 'Shorter is faster.',
  format: formatMs,
};

/** Operations per second. */
export const throughput: Quantity = {
  name: 'Throughput by runtime and transport',
  of: 'Throughput is',
  axis: 'operations per second',
  better: 'Longer is faster.',
  format: (value, decimals = 0) => formatRate(value, decimals),
};

/** Calls answered in a second, as measured here. */
export const callRate: Quantity = {
  ...throughput,
  name: 'Calls a second',
  axis: 'calls a second',
  format: (value, decimals = rateDecimals(value)) => formatRate(value, decimals),
};

/** Amount of data moved in a second. */
export const dataRate: Quantity = {
  name: 'Data transfer',
  of: 'Data moves at',
  axis: 'MB/s',
  better: 'Longer is faster.',
  format: (value) => formatMegabytes(value),
};

/** A line from nought to each value; the mark at its end is hollow unless it was measured here. */
export function amounts({
  rows,
  quantity,
  width,
}: Rows<AmountRow> & { quantity: Quantity }): Figure {
  const ends = rows.flatMap(({ value, high = value }) => [value, high]).filter(Number.isFinite);
  const longest = Math.max(0, ...ends);
  const drawn = rows.filter(({ value }) => Number.isFinite(value));
  const baselines = new Map(
    drawn.flatMap(({ group, value, isBaseline }) => (isBaseline ? [[group, value] as const] : [])),
  );
  const title = titleOf(drawn, quantity);
  return {
    title,
    label: `${title}. ${rows.map((row) => sentence(row, quantity)).join(' ')}`,
    note: noteOf(rows, quantity),
    panels: [
      rowPanel({
        ...{ rows, width },
        textOf: (row) => ({
          group: row.group,
          name: `${row.label} · ${row.isBaseline ? 'baseline, ' : ''}${row.mark}`,
          value: valueOf(row, quantity),
        }),
        x: { domain: [0, longest > 0 ? longest * 1.04 : 1] },
        axis: { label: quantity.axis },
        marks: (placed) => [
          uprights(placed, ({ group }: AmountRow) => baselines.get(group)),
          Plot.ruleY(placed, {
            ...{ x1: 0, x2: 'value', y: 'y', stroke: systemColor, strokeWidth: 2.5 },
          }),
          Plot.rect(placed, {
            ...{ x1: 'low', x2: 'high', ...tall(6), fill: systemColor, fillOpacity: 0.28 },
          }),
          systemDots(placed, { x: 'value', y: 'y', isFilled: ({ mark }) => mark === 'measured' }),
        ],
      }),
    ],
  };
}

/** Least and most of the first group, with their names: the figure may have other calls below it. */
function titleOf(rows: readonly AmountRow[], { of, format }: Quantity): string {
  const [first] = rows;
  if (first === undefined) return 'No amount is known';
  const own = rows.filter(({ group }) => group === first.group);
  const sorted = own.toSorted((one, other) => one.value - other.value);
  const ends = [...new Set([sorted.at(0), sorted.at(-1)])].flatMap((row) =>
    row === undefined ? [] : `${format(row.value, row.decimals)} with ${row.label}`,
  );
  const group = first.group === '' ? '' : `${first.group}. `;
  return `${group}${of} ${ends.join(', and ')}`;
}

function valueOf(row: AmountRow, { format }: Quantity): string {
  if (row.instead !== undefined) return row.instead;
  return `${row.approximate ? '≈' : ''}${format(row.value, row.decimals)}`;
}

function noteOf(rows: readonly AmountRow[], { better }: Quantity): string {
  const hollow = rows.some(({ mark }) => mark !== 'measured')
    ? ' A hollow shape is a figure that was not measured here.'
    : '';
  const bands = rows.some(({ low }) => low !== undefined)
    ? ' The band is the interval of the median.'
    : '';
  const lines = rows.some(({ isBaseline }) => isBaseline)
    ? ' The upright line in each row is the baseline.'
    : '';
  return `${better}${hollow}${bands}${lines}`;
}

function sentence(row: AmountRow, quantity: Quantity): string {
  const { group, label, mark, low, high, isBaseline } = row;
  const between =
    low === undefined || high === undefined
      ? ''
      : ` (${quantity.format(low)} to ${quantity.format(high)})`;
  return `${group}: ${label}, ${valueOf(row, quantity)}${between}, ${mark}${isBaseline ? ', the baseline' : ''}.`;
}
