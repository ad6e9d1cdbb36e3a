/** Figure: how far the runs of one test lie apart, for each arm under each workload. */
import * as Plot from '@observablehq/plot';
import {
  axisHeight,
  baseOptions,
  bottomAxis,
  systemDots,
  type Figure,
  type Rows,
} from './figure.ts';
import { decimalsOf, formatMs, formatMsRange, formatRatio, formatSpan } from './format.ts';
import { colorOf } from './palette.ts';
import { linearTicks } from './panel.ts';
import { stack, stackText, type Placed } from './stack.ts';

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

type Place = Placed<SpreadRow>;

/** A line from the fastest run to the slowest, and a hollow shape for each run that is known. */
export function spread({ rows, width }: Rows<SpreadRow>): Figure {
  const placed = stack(rows, width, ({ workload, label, low, high }) => ({
    group: workload,
    name: label,
    value: rangeMs(low, high),
  }));
  const longest = Math.max(0, ...rows.map(({ high }) => high));
  const ticks = linearTicks(longest);
  const decimals = decimalsOf(ticks);
  const color = ({ row }: Place): string =>
    row.system === undefined ? 'currentColor' : colorOf(row.system);
  const ends = placed.rows.flatMap((place) => [
    { place, x: place.row.low },
    { place, x: place.row.high },
  ]);
  const dots = placed.rows.flatMap((place) => place.row.totals.map((x) => ({ place, x })));
  type Point = (typeof dots)[number];
  return {
    title: `The slowest run of a test took ${formatSpan(
      rows.map(({ low, high }) => high / low),
      formatRatio,
    )} the time of the fastest`,
    label: `Spread of the totals. ${rows.map(sentence).join(' ')}`,
    note: 'A line goes from the fastest run to the slowest. Each hollow shape is one run as the source prints it; where there is none, it prints the ends alone.',
    options: {
      ...baseOptions(width, placed.height + axisHeight),
      x: { domain: [0, longest * 1.04] },
      marks: [
        ...stackText(placed),
        ...bottomAxis(ticks, 'ms in all', (tick) => tick.toFixed(decimals)),
        Plot.link(placed.rows, {
          x1: ({ row }: Place) => row.low,
          x2: ({ row }: Place) => row.high,
          y: 'y',
          stroke: color,
          strokeWidth: 2.5,
        }),
        Plot.ruleX(ends, {
          x: 'x',
          y1: ({ place }: Point) => place.y - 6,
          y2: ({ place }: Point) => place.y + 6,
          stroke: ({ place }: Point) => color(place),
          strokeWidth: 2.5,
        }),
        systemDots(dots, ({ place }) => place.row.system ?? '', {
          x: 'x',
          y: ({ place }: Point) => place.y,
          stroke: ({ place }: Point) => color(place),
        }),
      ],
    },
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
