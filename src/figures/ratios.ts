/**
 * Figure: how one arm's time compares with the reference's, for each workload. The published
 * ratio and the reader's own stand in one figure: quoted ones hollow, measured ones filled
 * and with their interval.
 */
import type { FlatRatio } from '../harness/statistics/index.ts';
import type { Figure, Rows } from './figure.ts';
import { formatPercent, formatRatioInterval } from '../numbers/format.ts';
import {
  bands,
  intervalsAcross,
  logDomain,
  plotWidth,
  ratioTicks,
  systemDots,
  uprights,
} from './marks.ts';
import { rowPanel } from './rows.ts';

/** The arm’s time ÷ the reference’s; of rates, the arm’s ÷ the reference’s. */
export interface RatioRow extends FlatRatio {
  /** Heading of the group: `100 × increment`. */
  workload: string;
  /** Name of the row: `Lumenize, hibernating`. */
  label: string;
  /** Id of the system, for colour and shape. */
  system: string;
  mark: 'quoted' | 'measured';
}

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

/** What a row says of its numbers. */
const origins = { quoted: 'from quoted figures', measured: 'measured' } as const;

/** Ratios on a log axis, so that 2× and 0.5× are equally far from 1. */
export function ratios({ rows, width, reference, margin, ofRates = false }: RatioData): Figure {
  const equal = [1 / (1 + (margin ?? 0)), 1 + (margin ?? 0)] as const;
  const domain = logDomain([
    ...rows.flatMap(({ ratio, low, high }) => [ratio, low, high]),
    ...equal,
  ]);
  return {
    title: ratiosTitle(reference, ofRates),
    label: `${ofRates ? 'Ratio of throughputs' : 'Ratio of times'}, against ${reference}. ${rows.map(sentence).join(' ')}`,
    note: noteOf(reference, margin, ofRates),
    panels: [
      rowPanel({
        ...{ rows, width },
        textOf: ({ workload, label, mark, ratio, low, high }) => ({
          group: workload,
          name: `${label} · ${origins[mark]}`,
          value: formatRatioInterval(ratio, low, high),
        }),
        x: { type: 'log', domain },
        axis: {
          label: `ratio of ${ofRates ? 'throughputs' : 'times'}, log scale`,
          ticks: ratioTicks(domain, plotWidth(width)),
          text: (tick) => `${tick}×`,
        },
        under: (placed) => (margin === undefined ? [] : [bands(placed, equal)]),
        marks: (placed) => [
          uprights(placed, 1),
          intervalsAcross(placed),
          systemDots(placed, { x: 'ratio', y: 'y', isFilled: ({ mark }) => mark === 'measured' }),
        ],
      }),
    ],
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
