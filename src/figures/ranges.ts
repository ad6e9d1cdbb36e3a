/** Figure: ranges of an amount, with the single values that are known of each: what parts add, gains hoped for, runs of one test. */
import * as Plot from '@observablehq/plot';
import type { Figure, Rows, Titled } from './figure.ts';
import { formatCount, formatRatio } from '../numbers/format.ts';
import { logTicks, plotWidth, systemDots, tall, uprights } from './marks.ts';
import { colorOf } from '../tables/palette.ts';
import { rowPanel } from './rows.ts';

/** A range with its values. */
export interface RangeRow {
  /** Heading of the group: `50 calls at once`. */
  group: string;
  label: string;
  /** Id of the system, for colour and shape; absent where it is of none or of several. */
  system?: string;
  /** Ends; absent where they are not known. */
  low?: number;
  high?: number;
  /** Single values: of an interval its middle, of several runs each. */
  points?: readonly number[];
  /** The same in words. */
  text: string;
  /** Whether its values are filled: they ran here. */
  filled?: boolean;
}

interface RangeData extends Rows<RangeRow>, Titled {
  note: string;
  /** Name of the axis, with the unit. */
  axis: string;
  /** Whether the values are factors, on a log axis from 1×, which is no gain. */
  ofFactors?: boolean;
}

/** A line from end to end, and a shape for each value. Amounts may be nought and below; nought is drawn. */
export function ranges({ rows, width, title, note, axis, ofFactors = false }: RangeData): Figure {
  const all = rows.flatMap(({ low, high, points = [] }) => [low ?? 0, high ?? 0, ...points]);
  const [least, most] = [Math.min(0, ...all), Math.max(0, ...all)];
  const factors: [number, number] = [1, Math.max(2, most) * 1.1];
  const stroke = ({ system }: Pick<RangeRow, 'system'>): string =>
    system === undefined ? 'currentColor' : colorOf(system);
  return {
    title,
    label: `${title}. ${rows.map(({ group, label, text }) => `${group}: ${label}, ${text}.`).join(' ')}`,
    note,
    panels: [
      rowPanel({
        ...{ rows, width },
        textOf: ({ group, label, text }) => ({ group, name: label, value: text }),
        x: ofFactors
          ? { type: 'log', domain: factors }
          : { domain: [least, most > least ? most : least + 1], inset: 6 },
        axis: {
          label: axis,
          ...(ofFactors && {
            ticks: logTicks(factors, plotWidth(width) * 0.85),
            text: (tick) => `${formatCount(tick)}×`,
          }),
        },
        marks: (placed) => [
          ofFactors ? null : uprights(placed, 0),
          Plot.ruleY(placed, { x1: 'low', x2: 'high', y: 'y', stroke, strokeWidth: 2.5 }),
          ...['low', 'high'].map((x) =>
            Plot.ruleX(placed, { x, ...tall(6), stroke, strokeWidth: 2.5 }),
          ),
          systemDots(
            placed.flatMap(({ points = [], system = '', ...row }) =>
              points.map((x) => ({ ...row, system, x })),
            ),
            {
              ...{ x: 'x', y: 'y', isFilled: ({ filled }) => filled === true },
              stroke: ({ system }: { system: string }) => stroke(system === '' ? {} : { system }),
            },
          ),
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
