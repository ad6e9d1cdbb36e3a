/** Figure: how the single times of each arm spread in one workload, from their quantiles. */
import * as Plot from '@observablehq/plot';
import type { Figure, OfSystem, Rows, Titled } from './figure.ts';
import { formatMsInterval, formatMsRange, formatPercent, msDecimals } from '../numbers/format.ts';
import { ink, logDomain, logTicks, plotWidth, systemColor, systemDots } from './marks.ts';
import { rowPanel } from './rows.ts';

/** An arm's times for one operation, in ms. */
export interface DistributionRow extends OfSystem {
  median: number;
  /** Ends of the median's interval; absent where it has none. */
  low?: number | undefined;
  high?: number | undefined;
  /** What holds 98 %, 90 % and half of all its times, in this order. */
  ranges: ReadonlyArray<{ share: number; low: number; high: number }>;
}

export type DistributionData = Rows<DistributionRow> & Titled;

/** Widths of the ranges' lines, from the longest to the shortest, in px. */
const strokes = [1.5, 5, 11];

/** Three lines over one another for each arm, and its median, on a shared log axis. */
export function distribution({ rows, title, width }: DistributionData): Figure {
  const ends = rows.flatMap(({ ranges }) => ranges.flatMap(({ low, high }) => [low, high]));
  const domain = logDomain([...rows.map(({ median }) => median), ...ends], 0.02);
  return {
    title,
    label: `${title} ${rows.map(sentenceOf).join(' ')}`,
    note: noteOf(rows),
    panels: [
      rowPanel({
        ...{ rows, width },
        textOf: (row) => ({ name: row.label, value: medianText(row) }),
        // A clock that is too coarse gives times of nought, which lie at the left end.
        x: { type: 'log', domain, clamp: true },
        axis: {
          label: 'ms for one operation, log scale',
          ticks: logTicks(domain, plotWidth(width)),
        },
        marks: (placed) => [
          ...strokes.map((strokeWidth, at) =>
            Plot.ruleY(placed, {
              x1: ({ ranges }: DistributionRow) => ranges[at]?.low,
              x2: ({ ranges }: DistributionRow) => ranges[at]?.high,
              ...{ y: 'y', stroke: systemColor, strokeWidth },
            }),
          ),
          systemDots(placed, {
            ...{ x: 'median', y: 'y', r: 6.5, stroke: ink.page, isFilled: () => true },
          }),
        ],
      }),
    ],
  };
}

const medianText = ({ median, low, high }: DistributionRow): string =>
  formatMsInterval(median, low, high);

function sentenceOf(row: DistributionRow): string {
  const ranges = row.ranges.toReversed().map(({ share, low, high }) => {
    return `${shareText(share)} in ${formatMsRange(low, high, msDecimals(low))}`;
  });
  return `${row.label}: median ${medianText(row)}; ${ranges.join(', ')}.`;
}

function noteOf(rows: readonly DistributionRow[]): string {
  const [outer, middle, inner] = (rows[0]?.ranges ?? []).map(({ share }) => shareText(share));
  const hasInterval = rows.some(({ low }) => low !== undefined);
  return [
    `The thick bar holds ${inner} of the times, the thinner one ${middle}, the line ${outer}: the shorter, the steadier.`,
    `The mark is the median${hasInterval ? ', in brackets its interval' : ''}.`,
  ].join(' ');
}

function shareText(share: number): string {
  return share === 0.5 ? 'half' : formatPercent(share);
}
