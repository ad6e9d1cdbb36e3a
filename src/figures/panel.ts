/** A panel of a drawing: its heading, its grid and its two axes, in pixels. */
import * as Plot from '@observablehq/plot';
import { ink } from './figure.ts';
import type { Scale } from './scales.ts';

/** A tick by its value and what stands beside it. */
export interface Tick {
  value: number;
  text: string;
}

/** One axis of a panel. */
export interface PanelAxis {
  scale: Scale;
  ticks: readonly Tick[];
  /** What it measures, with the unit. */
  label: string;
}

/** Where a panel stands and what it says of itself. */
export interface PanelOptions {
  heading?: string;
  x: PanelAxis;
  y: PanelAxis;
  /** Left and right edge of the plot, in px. */
  left: number;
  right: number;
  /** Top of the heading, in px. */
  top: number;
  /** Bottom of the plot, above the ticks of x, in px. */
  bottom: number;
}

/** Room from the panel's top to that of its plot: a heading and the name of the y axis, in px. */
export function panelHead(heading: string | undefined): number {
  return heading === undefined ? 28 : 50;
}

/** Room under the plot for the ticks and the name of the x axis, in px. */
export const panelFoot = 48;

/** Grid, ticks and names. The y axis is named over it, so that nothing is turned on its side. */
export function panel({ heading, x, y, left, right, top, bottom }: PanelOptions): Plot.Markish[] {
  const start = { textAnchor: 'start' } as const;
  const plotTop = top + panelHead(heading);
  return [
    ...(heading === undefined
      ? []
      : [
          Plot.text([heading], {
            ...start,
            x: 0,
            y: top + 10,
            fontWeight: 600,
            fontSize: 14,
            text: String,
          }),
        ]),
    Plot.text([y.label], { ...start, x: 0, y: plotTop - 18, text: String }),
    Plot.link(y.ticks, {
      x1: left,
      x2: right,
      y1: ({ value }: Tick) => y.scale(value),
      y2: ({ value }: Tick) => y.scale(value),
      stroke: ink.faint,
    }),
    Plot.text(y.ticks, {
      x: left - 8,
      y: ({ value }: Tick) => y.scale(value),
      text: 'text',
      textAnchor: 'end',
    }),
    Plot.link([0], { x1: left, x2: right, y1: bottom, y2: bottom, stroke: ink.muted }),
    ...axisBelow(x, bottom, left),
  ];
}

/** An x axis under a plot: ticks, their labels and the axis' name. Its height is `panelFoot`. */
export function axisBelow({ scale, ticks, label }: PanelAxis, y: number, left = 0): Plot.Markish[] {
  return [
    Plot.link(ticks, {
      x1: ({ value }: Tick) => scale(value),
      x2: ({ value }: Tick) => scale(value),
      y1: y,
      y2: y + 5,
      stroke: ink.muted,
    }),
    Plot.text(ticks, { x: ({ value }: Tick) => scale(value), y: y + 16, text: 'text' }),
    Plot.text([label], { textAnchor: 'start', x: left, y: y + 38, text: String }),
  ];
}

/** Options of a drawing whose marks are all placed in pixels. */
export function pixelOptions(width: number, height: number): Plot.PlotOptions {
  return {
    width,
    height,
    margin: 0,
    x: { type: 'identity', axis: null },
    y: { type: 'identity', axis: null },
  };
}
