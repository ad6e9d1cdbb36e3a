/** Figure: the time of a call against the round trip of the network, measured and by a formula. */
import * as Plot from '@observablehq/plot';
import type { Figure, OfSystem, Rows } from './figure.ts';
import { formatMs, formatNumber, formatSpan } from './format.ts';
import { ink, systemDots } from './marks.ts';
import { logLog } from './panels.ts';

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
  const line = [...Map.groupBy(points, ({ roundTripMs }) => roundTripMs).values()]
    .flatMap(([first]) => first ?? [])
    .sort((a, b) => a.roundTripMs - b.roundTripMs);
  const x = {
    label: 'round trip of the network in ms',
    values: points.map(({ roundTripMs }) => roundTripMs),
  };
  const y = {
    label: 'ms for one call',
    values: points.flatMap(({ ms, modelledMs }) => [ms, modelledMs]),
  };
  return {
    title: titleOf(points),
    label: `Time of a call against the network’s round trip. ${points.map(distanceSentence).join(' ')}`,
    note: 'Filled shapes are measured through a delaying proxy. The dashed line is the source’s formula. Both axes are logarithmic.',
    key: points.map(({ label, system }) => ({ label, system, filled: true })),
    panels: [
      {
        options: logLog(x, y, width, [
          Plot.line(line, {
            ...{ x: 'roundTripMs', y: 'modelledMs' },
            ...{ stroke: ink.quiet, strokeWidth: 2, strokeDasharray: '5 5' },
          }),
          systemDots(points, { x: 'roundTripMs', y: 'ms', isFilled: () => true }),
        ]),
      },
    ],
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

function distanceSentence({ label, roundTripMs, ms, modelledMs }: DistancePoint): string {
  return `${label}, ${formatMs(roundTripMs)} there and back: ${formatMs(ms)}, by the formula ${formatMs(modelledMs)}.`;
}
