/** Figures of single times: how they spread, and each of them as it comes. */
import * as Plot from '@observablehq/plot';
import type { Figure, OfSystem, Rows, Titled } from './figure.ts';
import {
  formatCount,
  formatMs,
  formatMsInterval,
  formatMsRange,
  formatPercent,
  msDecimals,
} from './format.ts';
import { ink, logDomain, logTicks, plotWidth, systemColor, systemDots, tall } from './marks.ts';
import { rowPanel } from './rows.ts';

// Figure: how the single times of each arm spread in one workload, from their quantiles.

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

// * Figure: the samples of a run, a strip for each arm. Redrawn while a run goes on, so the number of marks is bounded, however long the run.

/** The samples of one arm under one workload, in any order. */
export interface SampleStrip extends OfSystem {
  /** Durations of single operations, in ms. */
  samples: readonly number[];
}

/** Most ticks drawn for one arm. */
export const maxTicks = 120;

/**
 * At most `limit` of the samples, evenly spaced in rank, the smallest and the largest always
 * among them: the shape of the distribution stays, and no slow sample is hidden.
 */
export function thin(samples: readonly number[], limit: number = maxTicks): number[] {
  const sorted = [...samples].sort((a, b) => a - b);
  if (sorted.length <= limit) return sorted;
  return Array.from({ length: limit }, (_, index) => {
    const rank = Math.round((index * (sorted.length - 1)) / (limit - 1));
    return sorted[rank] ?? Number.NaN;
  });
}

function medianOf(sorted: readonly number[]): number {
  const middle = sorted.length / 2;
  const high = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + high) / 2 : high;
}

interface Strip extends SampleStrip {
  median: number;
  ticks: number[];
}

/** One strip per arm on a shared log axis; the filled shape is the median. */
export function samples({ rows: strips, width }: Rows<SampleStrip>): Figure {
  const prepared = strips.map((strip): Strip => {
    const sorted = [...strip.samples].sort((a, b) => a - b);
    return { ...strip, median: medianOf(sorted), ticks: thin(sorted) };
  });
  const domain = logDomain(
    prepared.flatMap(({ ticks }) => ticks),
    0.04,
  );
  return {
    title: 'Samples of each arm',
    label: `Samples of each arm. ${prepared.map(stripSentence).join(' ')}`,
    note: `Each line is one operation, the filled shape the median. Of more than ${maxTicks} operations as many are drawn, evenly spaced in rank, the fastest and the slowest among them.`,
    panels: [
      rowPanel({
        ...{ rows: prepared, width },
        textOf: ({ label, samples: { length }, median }) => ({
          name: `${label} · ${formatCount(length)} samples`,
          value: length > 0 ? `median ${formatMs(median)}` : '',
        }),
        x: { type: 'log', domain, clamp: true },
        axis: {
          label: 'ms for one operation, log scale',
          ticks: logTicks(domain, plotWidth(width)),
        },
        marks: (placed) => [
          Plot.ruleX(
            placed.flatMap(({ ticks, y, system }) => ticks.map((ms) => ({ ms, y, system }))),
            { x: 'ms', ...tall(7), stroke: systemColor, strokeOpacity: 0.45 },
          ),
          systemDots(
            placed.filter(({ samples: { length } }) => length > 0),
            { x: 'median', y: 'y', isFilled: () => true, stroke: ink.page, strokeWidth: 1.5 },
          ),
        ],
      }),
    ],
  };
}

function stripSentence({ label, samples: all, median }: Strip): string {
  if (all.length === 0) return `${label}: no samples yet.`;
  return `${label}: ${formatCount(all.length)} samples, median ${formatMs(median)}.`;
}
