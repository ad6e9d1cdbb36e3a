/** Figure: what parts add to the time of a call, alone, summed up and together, with intervals. */
import * as Plot from '@observablehq/plot';
import {
  axisHeight,
  baseOptions,
  bottomAxis,
  ink,
  systemDots,
  type Figure,
  type OfSystem,
  type Rows,
} from './figure.ts';
import { decimalsOf, formatNumber } from './format.ts';
import { colorOf } from './palette.ts';
import { linearTicks } from './panel.ts';
import { stack, stackText, type Placed } from './stack.ts';

/** What one part adds, or several. */
export interface AdditionRow extends OfSystem {
  /** Heading of the group: `50 calls at once`. */
  group: string;
  /** In ms; below nought where it takes time away. */
  ms: number;
  /** Ends of its interval; absent where there were too few sessions. */
  low?: number;
  high?: number;
  /** The same in words. */
  text: string;
  /** Whether it is a sum of other rows, and nothing that ran. */
  isSum?: boolean;
}

interface AdditionData extends Rows<AdditionRow> {
  /** What it shows, in a sentence without its full stop. */
  title: string;
  /** What the parts are added to. */
  reference: string;
}

type Place = Placed<AdditionRow>;

/** Points with their intervals on a linear axis, because additions may be nought and below. */
export function additions({ rows, width, title, reference }: AdditionData): Figure {
  const placed = stack(rows, width, ({ group, label, text }) => ({
    group,
    name: label,
    value: text,
  }));
  const ends = rows.flatMap(({ ms, low = ms, high = ms }) => [low, high]);
  const [least, most] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const up = linearTicks(Math.max(most, -least));
  const ticks = [...up.slice(1).map((tick) => -tick), ...up].filter(
    (tick) => tick >= least && tick <= most,
  );
  const color = ({ row }: Place): string => colorOf(row.system);
  return {
    title,
    label: `${title}. ${rows.map(({ group, label, text }) => `${group}: ${label}, ${text}.`).join(' ')}`,
    note: `Time that is added to a call of ${reference}; nought adds nothing. A hollow shape is a sum of the single parts, which did not run.`,
    options: {
      ...baseOptions(width, placed.height + axisHeight),
      x: { domain: [least, most > least ? most : least + 1], nice: false, inset: 6 },
      marks: [
        ...stackText(placed),
        Plot.ruleX(placed.rows, {
          x: 0,
          y1: ({ y }: Place) => y - 9,
          y2: ({ y }: Place) => y + 9,
          stroke: ink.muted,
          strokeWidth: 1.5,
        }),
        ...bottomAxis(ticks, 'ms added to a call', (tick) => formatNumber(tick, decimalsOf(up))),
        Plot.link(
          placed.rows.filter(({ row }) => row.low !== undefined && row.high !== undefined),
          {
            x1: ({ row }: Place) => row.low,
            x2: ({ row }: Place) => row.high,
            y: 'y',
            stroke: color,
            strokeWidth: 2.5,
          },
        ),
        systemDots(placed.rows, ({ row }) => row.system, {
          x: ({ row }: Place) => row.ms,
          y: 'y',
          isFilled: ({ row }) => row.isSum !== true,
        }),
      ],
    },
  };
}
