/** Figure: gains hoped for as ranges of factors, their product, and what the target would need. */
import * as Plot from '@observablehq/plot';
import {
  axisHeight,
  baseOptions,
  bottomAxis,
  ink,
  type Figure,
  type Mark,
  type Rows,
  plotWidth,
} from './figure.ts';
import { formatCount, formatRatio } from './format.ts';
import { logTicks } from './panel.ts';
import { stack, stackText, type Placed } from './stack.ts';

/** A range of factors. */
export interface GainRow {
  /** Heading of the group. */
  group: string;
  label: string;
  low: number;
  high: number;
  mark: Mark;
}

type Place = Placed<GainRow>;

/** One bar for each range, on a log axis from 1×, which is no gain. */
export function gains({ title, rows, width }: Rows<GainRow> & { title: string }): Figure {
  const placed = stack(rows, width, ({ group, label, low, high }) => ({
    group,
    name: label,
    value: rangeText(low, high),
  }));
  const domain = [1, Math.max(2, ...rows.map(({ high }) => high)) * 1.1] as const;
  return {
    title,
    label: `${title}. ${rows.map(sentence).join(' ')}`,
    note: 'Factors on a log scale, from 1×, which is no gain. An open bar is a range that the source expects; a full one is computed here.',
    options: {
      ...baseOptions(width, placed.height + axisHeight),
      x: { type: 'log', domain: [...domain] },
      marks: [
        ...stackText(placed),
        ...bottomAxis(
          logTicks(domain, plotWidth(width) * 0.85),
          'factor, log scale',
          (tick) => `${formatCount(tick)}×`,
        ),
        Plot.rect(placed.rows, {
          x1: ({ row }: Place) => row.low,
          x2: ({ row }: Place) => row.high,
          y1: ({ y }: Place) => y - 6,
          y2: ({ y }: Place) => y + 6,
          rx: 2,
          fill: ({ row }: Place) => (row.mark === 'derived' ? 'currentColor' : ink.page),
          stroke: 'currentColor',
          strokeWidth: 1.5,
        }),
      ],
    },
  };
}

/** `2–3×`; factors under ten with the decimals they have. */
export function rangeText(low: number, high: number): string {
  return `${factor(low).replace('×', '')}–${factor(high)}`;
}

/** `10×`, `1.5×`: a range the source gives has no more digits than it printed. */
export function factor(value: number): string {
  return Number.isInteger(value)
    ? `${formatCount(value)}×`
    : formatRatio(value).replace(/0+×$/, '×');
}

function sentence({ group, label, low, high, mark }: GainRow): string {
  return `${group}: ${label}, ${rangeText(low, high)}, ${mark}.`;
}
