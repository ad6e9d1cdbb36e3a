/**
 * Figure: the samples of a run, a strip for each arm. Redrawn while a run goes on, so the
 * number of marks is bounded, however long the run.
 */
import * as Plot from '@observablehq/plot';
import type { Figure, OfSystem } from './figure.ts';
import { formatCount, formatMs } from './format.ts';
import { ink, logDomain, logTicks, plotWidth, systemColor, systemDots, tall } from './marks.ts';
import { rowPanel } from './rows.ts';

/** The samples of one arm under one workload, in any order. */
export interface SampleStrip extends OfSystem {
  /** Durations of single operations, in ms. */
  samples: readonly number[];
}

/** Plain data of the figure. */
interface SamplesData {
  strips: readonly SampleStrip[];
  /** Width of the drawing, in px. */
  width: number;
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
export function samples({ strips, width }: SamplesData): Figure {
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
    label: `Samples of each arm. ${prepared.map(sentence).join(' ')}`,
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

function sentence({ label, samples: all, median }: Strip): string {
  if (all.length === 0) return `${label}: no samples yet.`;
  return `${label}: ${formatCount(all.length)} samples, median ${formatMs(median)}.`;
}
