/** Figure: gains hoped for as ranges of factors, their product, and what the target would need. */
import * as Plot from '@observablehq/plot';
import type { Figure, Mark, Rows } from './figure.ts';
import { formatCount, formatRatio } from './format.ts';
import { ink, logTicks, plotWidth, tall } from './marks.ts';
import { rowPanel } from './rows.ts';

/** A range of factors. */
export interface GainRow {
  /** Heading of the group. */
  group: string;
  label: string;
  low: number;
  high: number;
  mark: Mark;
}

/** One bar for each range, on a log axis from 1×, which is no gain. */
export function gains({ title, rows, width }: Rows<GainRow> & { title: string }): Figure {
  const domain: [number, number] = [1, Math.max(2, ...rows.map(({ high }) => high)) * 1.1];
  return {
    title,
    label: `${title}. ${rows.map(sentence).join(' ')}`,
    note: 'Factors on a log scale, from 1×, which is no gain. An open bar is a range that the source expects; a full one is computed here.',
    panels: [
      rowPanel({
        ...{ rows, width },
        textOf: ({ group, label, low, high }) => ({
          ...{ group, name: label, value: rangeText(low, high) },
        }),
        x: { type: 'log', domain },
        axis: {
          label: 'factor, log scale',
          ticks: logTicks(domain, plotWidth(width) * 0.85),
          text: (tick) => `${formatCount(tick)}×`,
        },
        marks: (placed) => [
          Plot.rect(placed, {
            ...{ x1: 'low', x2: 'high', ...tall(6), rx: 2 },
            fill: ({ mark }: GainRow) => (mark === 'derived' ? 'currentColor' : ink.page),
            ...{ stroke: 'currentColor', strokeWidth: 1.5 },
          }),
        ],
      }),
    ],
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
