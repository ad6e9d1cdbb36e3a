/** Figure: the time of one operation, for each arm under each workload. */
import * as Plot from '@observablehq/plot';
import { axisHeight, baseOptions, bottomAxis, ink, type Figure, type Mark } from './figure.ts';
import { formatMs } from './format.ts';
import { colorOf, lookOf } from './palette.ts';
import { stack, stackText, type Placed } from './stack.ts';
import { linearTicks } from './ticks.ts';

/** One result: an arm under a workload. */
export interface PublishedRow {
  /** Heading of the group: `100 × increment`. */
  workload: string;
  /** Name of the arm: `Lumenize, hibernating`. */
  label: string;
  /** Id of the system, for colour and shape. */
  system: string;
  mark: Mark;
  msPerOperation: number;
}

/** Plain data of the figure. */
export interface PublishedData {
  rows: readonly PublishedRow[];
  /** Width of the drawing, in px. */
  width: number;
}

const isFilled = ({ row }: Placed<PublishedRow>): boolean => row.mark === 'measured';

/** A line from nought to each value; the mark at its end is hollow unless it was measured here. */
export function published({ rows, width }: PublishedData): Figure {
  const placed = stack(rows, width, ({ workload, label, mark, msPerOperation }) => ({
    group: workload,
    name: `${label} · ${mark}`,
    value: formatMs(msPerOperation),
  }));
  const height = placed.height + axisHeight;
  const longest = rows.reduce((most, row) => Math.max(most, row.msPerOperation), 0);
  const ticks = linearTicks(longest);
  const decimals = Math.max(...ticks.map((tick) => String(tick).split('.')[1]?.length ?? 0));
  const x = ({ row }: Placed<PublishedRow>): number => row.msPerOperation;
  const color = ({ row }: Placed<PublishedRow>): string => colorOf(row.system);
  return {
    title: 'Time per operation',
    label: `Time per operation. ${rows.map(sentence).join(' ')}`,
    note: 'Shorter is faster. A hollow shape is a figure that was not measured here.',
    options: {
      ...baseOptions(width, height),
      x: { domain: [0, longest * 1.04] },
      marks: [
        ...stackText(placed),
        ...bottomAxis(ticks, 'ms per operation', (tick) => tick.toFixed(decimals)),
        Plot.link(placed.rows, { x1: 0, x2: x, y: 'y', stroke: color, strokeWidth: 2.5 }),
        Plot.dot(placed.rows, {
          x,
          y: 'y',
          r: 5.5,
          symbol: ({ row }: Placed<PublishedRow>) => lookOf(row.system).symbol,
          fill: (place: Placed<PublishedRow>) => (isFilled(place) ? color(place) : ink.page),
          stroke: color,
          strokeWidth: 2,
        }),
      ],
    },
  };
}

function sentence({ workload, label, mark, msPerOperation }: PublishedRow): string {
  return `${workload}: ${label}, ${formatMs(msPerOperation)}, ${mark}.`;
}
