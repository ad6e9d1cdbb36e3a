/**
 * Figure: how one arm's time compares with the reference's, for each workload. The published
 * ratio and the reader's own stand in one figure: quoted ones hollow, measured ones filled
 * and with their interval.
 */
import * as Plot from '@observablehq/plot';
import {
  axisHeight,
  baseOptions,
  bottomAxis,
  ink,
  systemDots,
  type Figure,
  type Rows,
  plotWidth,
} from './figure.ts';
import { formatPercent, formatRatioInterval } from './format.ts';
import { colorOf } from './palette.ts';
import { logDomain, ratioTicks } from './panel.ts';
import { stack, stackText, type Placed } from './stack.ts';

/** One ratio. */
export interface RatioRow {
  /** Heading of the group: `100 × increment`. */
  workload: string;
  /** Name of the row: `Lumenize, hibernating`. */
  label: string;
  /** Id of the system, for colour and shape. */
  system: string;
  mark: 'quoted' | 'measured';
  /** The arm's time ÷ the reference's time; of rates, the arm's ÷ the reference's. */
  ratio: number;
  /** Ends of the 95 % interval; absent where no samples were kept. */
  low?: number;
  high?: number;
}

/** Plain data of the figure. */
interface RatioData extends Rows<RatioRow> {
  /** Name of the arm that ratios are stated against: `Cap'n Web, in memory`. */
  reference: string;
  /** Half-width of what counts as equal, as a fraction: 0.05. Drawn as a band. */
  margin?: number;
  /** Whether the ratios are of rates; of times otherwise. */
  ofRates?: boolean;
}

/** What the ratios of a figure or a table are. */
export function ratiosTitle(reference: string, ofRates: boolean): string {
  return `${ofRates ? 'Throughput' : 'Time'} compared with ${reference}`;
}

/** Half the height of a row's part of the band, in px: it ends below the row's text. */
const tall = 9;

/** What a row says of its numbers. */
const origins = { quoted: 'from quoted figures', measured: 'measured' } as const;

type Place = Placed<RatioRow>;

/** Ratios on a log axis, so that 2× and 0.5× are equally far from 1. */
export function ratios({ rows, width, reference, margin, ofRates = false }: RatioData): Figure {
  const placed = stack(rows, width, (row) => ({
    group: row.workload,
    name: `${row.label} · ${origins[row.mark]}`,
    value: formatRatioInterval(row.ratio, row.low, row.high),
  }));
  const domain = logDomain([
    ...rows.flatMap((row) => [row.ratio, row.low ?? row.ratio, row.high ?? row.ratio]),
    1 / (1 + (margin ?? 0)),
    1 + (margin ?? 0),
  ]);
  const color = ({ row }: Place): string => colorOf(row.system);
  const hasInterval = ({ row }: Place): boolean => row.low !== undefined && row.high !== undefined;
  return {
    title: ratiosTitle(reference, ofRates),
    label: `${ofRates ? 'Ratio of throughputs' : 'Ratio of times'}, against ${reference}. ${rows.map(sentence).join(' ')}`,
    note: noteOf(reference, margin, ofRates),
    options: {
      ...baseOptions(width, placed.height + axisHeight),
      x: { type: 'log', domain },
      marks: [
        margin === undefined
          ? null
          : Plot.rect(placed.rows, {
              x1: 1 / (1 + margin),
              x2: 1 + margin,
              y1: ({ y }: Place) => y - tall,
              y2: ({ y }: Place) => y + tall,
              fill: ink.band,
            }),
        ...stackText(placed),
        Plot.ruleX(placed.rows, {
          x: 1,
          y1: ({ y }: Place) => y - tall,
          y2: ({ y }: Place) => y + tall,
          stroke: ink.muted,
          strokeWidth: 1.5,
        }),
        ...bottomAxis(
          ratioTicks(domain, plotWidth(width)),
          `ratio of ${ofRates ? 'throughputs' : 'times'}, log scale`,
          (tick) => `${tick}×`,
        ),
        Plot.link(placed.rows.filter(hasInterval), {
          x1: ({ row }: Place) => row.low,
          x2: ({ row }: Place) => row.high,
          y: 'y',
          stroke: color,
          strokeWidth: 2.5,
        }),
        systemDots(placed.rows, ({ row }) => row.system, {
          x: ({ row }: Place) => row.ratio,
          y: 'y',
          isFilled: ({ row }) => row.mark === 'measured',
        }),
      ],
    },
  };
}

function noteOf(reference: string, margin: number | undefined, ofRates: boolean): string {
  const sides = ofRates
    ? `Left of 1× gets less done in a second than ${reference}.`
    : `Right of 1× takes longer than ${reference}.`;
  if (margin === undefined) return sides;
  return `${sides} Inside the band, within ${formatPercent(margin)}, counts as equal.`;
}

function sentence({ workload, label, mark, ratio, low, high }: RatioRow): string {
  return `${workload}: ${label}, ${formatRatioInterval(ratio, low, high)}, ${origins[mark]}.`;
}
