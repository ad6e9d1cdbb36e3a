/** Figure: the time of a call against the round trip of the network, measured and by a formula. */
import * as Plot from '@observablehq/plot';
import { ink, systemDots, type Figure, type OfSystem, type Rows } from './figure.ts';
import { formatCount, formatMs } from './format.ts';
import { legend } from './legend.ts';
import { logDomain, logScale, panel, panelFoot, panelHead, pixelOptions } from './panel.ts';

/** A system's time of a call over one network. */
export interface DistancePoint extends OfSystem {
  /** Round trip of the network, in ms. */
  roundTripMs: number;
  /** What was measured, in ms. */
  ms: number;
  /** What the formula says, in ms. */
  modelledMs: number;
}

const plotHeight = 300;
const gutter = 56;
const yTicks = [1, 2, 5, 10, 20, 50, 100, 200];

/** Both axes are logarithmic, so that a factor is the same distance everywhere. */
export function distance({ rows: points, width }: Rows<DistancePoint>): Figure {
  const key = legend(points, width);
  const top = key.height + 6;
  const plotTop = top + panelHead(undefined);
  const bottom = plotTop + plotHeight;
  const right = width - 10;
  const trips = [...new Set(points.map(({ roundTripMs }) => roundTripMs))].sort((a, b) => a - b);
  const domain = logDomain(
    points.flatMap(({ ms, modelledMs }) => [ms, modelledMs]),
    0.05,
  );
  const x = logScale(logDomain(trips, 0.06), [gutter, right]);
  const y = logScale(domain, [bottom, plotTop]);
  const at = ({ roundTripMs }: DistancePoint): number => x(roundTripMs);
  const line = trips.flatMap(
    (trip) => points.find(({ roundTripMs }) => roundTripMs === trip) ?? [],
  );
  return {
    title: 'A call takes one round trip, and the source’s formula charges two',
    label: `Time of a call against the network’s round trip. ${points.map(sentence).join(' ')}`,
    note: 'Filled shapes are measured through a delaying proxy. The dashed line is the source’s formula. Both axes are logarithmic.',
    options: {
      ...pixelOptions(width, bottom + panelFoot),
      marks: [
        ...key.marks,
        ...panel({
          left: gutter,
          right,
          top,
          bottom,
          x: {
            scale: x,
            label: 'round trip of the network in ms, log scale',
            ticks: trips.map((value) => ({ value, text: formatCount(value) })),
          },
          y: {
            scale: y,
            label: 'ms for one call, log scale',
            ticks: yTicks
              .filter((value) => value >= domain[0] && value <= domain[1])
              .map((value) => ({ value, text: formatCount(value) })),
          },
        }),
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

function sentence({ label, roundTripMs, ms, modelledMs }: DistancePoint): string {
  return `${label}, ${formatMs(roundTripMs)} there and back: ${formatMs(ms)}, by the formula ${formatMs(modelledMs)}.`;
}
