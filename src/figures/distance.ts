/** Figure: the time of a call against the round trip of the network, measured and by a formula. */
import * as Plot from '@observablehq/plot';
import { ink, systemDots, type Figure, type OfSystem, type Rows } from './figure.ts';
import { formatMs, formatNumber, formatSpan } from './format.ts';
import { logLog } from './log-log.ts';

/** A system's time of a call over one network. */
export interface DistancePoint extends OfSystem {
  /** Round trip of the network, in ms. */
  roundTripMs: number;
  /** What was measured, in ms. */
  ms: number;
  /** What the formula says, in ms. */
  modelledMs: number;
}

/** Times of calls over networks, and what the formula says of each. */
export function distance({ rows: points, width }: Rows<DistancePoint>): Figure {
  const { x, y, options, marks } = logLog({
    series: points.map((point) => ({ ...point, filled: true })),
    x: {
      label: 'round trip of the network in ms',
      values: points.map(({ roundTripMs }) => roundTripMs),
    },
    y: {
      label: 'ms for one call',
      values: points.flatMap(({ ms, modelledMs }) => [ms, modelledMs]),
    },
    width,
  });
  const at = ({ roundTripMs }: DistancePoint): number => x(roundTripMs);
  const line = [...Map.groupBy(points, ({ roundTripMs }) => roundTripMs).values()]
    .flatMap(([first]) => first ?? [])
    .sort((a, b) => a.roundTripMs - b.roundTripMs);
  return {
    title: titleOf(points),
    label: `Time of a call against the network’s round trip. ${points.map(sentence).join(' ')}`,
    note: 'Filled shapes are measured through a delaying proxy. The dashed line is the source’s formula. Both axes are logarithmic.',
    options: {
      ...options,
      marks: [
        ...marks,
        Plot.line(line, {
          x: at,
          y: ({ modelledMs }: DistancePoint) => y(modelledMs),
          stroke: ink.quiet,
          strokeWidth: 2,
          strokeDasharray: '5 5',
        }),
        systemDots(points, ({ system }) => system, {
          x: at,
          y: ({ ms }: DistancePoint) => y(ms),
          isFilled: () => true,
        }),
      ],
    },
  };
}

/** How many round trips a call takes over the longest distance, where little else counts. */
function titleOf(points: readonly DistancePoint[]): string {
  const longest = Math.max(...points.map(({ roundTripMs }) => roundTripMs));
  const far = points.filter(({ roundTripMs }) => roundTripMs === longest);
  const trips = (amount: (point: DistancePoint) => number): string =>
    formatSpan(
      far.map((point) => amount(point) / longest),
      (value) => formatNumber(value, 2),
    );
  return `Over ${formatMs(longest)}, a call takes ${trips(({ ms }) => ms)} round trips; the source’s formula charges ${trips(({ modelledMs }) => modelledMs)}`;
}

function sentence({ label, roundTripMs, ms, modelledMs }: DistancePoint): string {
  return `${label}, ${formatMs(roundTripMs)} there and back: ${formatMs(ms)}, by the formula ${formatMs(modelledMs)}.`;
}
