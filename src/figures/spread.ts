/** Figure: how far the runs of one test lie apart, for each arm under each workload. */
import * as Plot from '@observablehq/plot';
import type { Figure, Rows } from './figure.ts';
import { decimalsOf, formatMs, formatMsRange, formatRatio, formatSpan } from './format.ts';
import { ink, tall } from './marks.ts';
import { colorOf, drawn, lookOf } from './palette.ts';
import { rowPanel } from './rows.ts';

/** The totals of several runs of one test. */
export interface SpreadRow {
  /** Heading of the group: `100 × increment`. */
  workload: string;
  /** Name of the row: `Lumenize, hibernating`. */
  label: string;
  /** Id of the system, for colour and shape; absent where a range is of several. */
  system?: string;
  /** Ends of the range, in ms. */
  low: number;
  high: number;
  /** Totals that are known one by one, in ms. */
  totals: readonly number[];
}

/** A line from the fastest run to the slowest, and a hollow shape for each run that is known. */
export function spread({ rows, width }: Rows<SpreadRow>): Figure {
  const stroke = ({ system }: Pick<SpreadRow, 'system'>): string =>
    system === undefined ? 'currentColor' : colorOf(system);
  return {
    title: `The slowest run of a test took ${formatSpan(
      rows.map(({ low, high }) => high / low),
      formatRatio,
    )} the time of the fastest`,
    label: `Spread of the totals. ${rows.map(sentence).join(' ')}`,
    note: 'A line goes from the fastest run to the slowest. Each hollow shape is one run as the source prints it; where there is none, it prints the ends alone.',
    panels: [
      rowPanel({
        ...{ rows, width },
        textOf: ({ workload, label, low, high }) => ({
          ...{ group: workload, name: label, value: rangeMs(low, high) },
        }),
        x: { domain: [0, Math.max(0, ...rows.map(({ high }) => high)) * 1.04] },
        axis: { label: 'ms in all' },
        marks: (placed) => [
          Plot.ruleY(placed, { x1: 'low', x2: 'high', y: 'y', stroke, strokeWidth: 2.5 }),
          ...['low', 'high'].map((x) =>
            Plot.ruleX(placed, { x, ...tall(6), stroke, strokeWidth: 2.5 }),
          ),
          Plot.dot(
            placed.flatMap(({ system, y, totals }) => totals.map((x) => ({ system, y, x }))),
            {
              ...{ x: 'x', y: 'y', r: 5.5, fill: ink.page, stroke, strokeWidth: 2 },
              symbol: ({ system = '' }: SpreadRow) => drawn(lookOf(system).symbol),
            },
          ),
        ],
      }),
    ],
  };
}

/** `24.43–33.61 ms`, with as many decimals as the totals have. */
function rangeMs(low: number, high: number): string {
  return formatMsRange(low, high, decimalsOf([low, high]));
}

function sentence({ workload, label, low, high, totals }: SpreadRow): string {
  const each =
    totals.length > 0 ? ` (${totals.map((total) => formatMs(total, 2)).join(', ')})` : '';
  return `${workload}: ${label}, ${rangeMs(low, high)}${each}.`;
}
