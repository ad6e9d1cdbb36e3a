/** A panel of a drawing: its heading, its grid, its scales and its two axes, in pixels. */
import * as Plot from '@observablehq/plot';
import { ink } from './figure.ts';

/** A tick by its value and what stands beside it. */
interface Tick {
  value: number;
  text: string;
}

/** One axis of a panel. */
interface PanelAxis {
  scale: Scale;
  ticks: readonly Tick[];
  /** What it measures, with the unit; left out where a panel beside it says so. */
  label?: string;
}

/** Where a panel stands and what it says of itself. */
interface PanelOptions {
  heading?: string;
  x: PanelAxis;
  y: PanelAxis;
  /** Left and right edge of the plot, in px. */
  left: number;
  right: number;
  /** Where the name of the y axis begins, in px; at the edge of the drawing where it is left out. */
  nameFrom?: number;
  /** Top of the heading, in px. */
  top: number;
  /** Bottom of the plot, above the ticks of x, in px. */
  bottom: number;
}

/** Room from the panel's top to that of its plot: a heading and the name of the y axis, in px. */
export function panelHead(heading: string | undefined): number {
  return heading === undefined ? 28 : 50;
}

/** Room left of the plot for the labels of the y axis, in px. */
export const gutter = 64;

/** Room under the plot for the ticks and the name of the x axis, in px. */
export const panelFoot = 48;

/** Grid, ticks and names. The y axis is named over it, so that nothing is turned on its side. */
export function panel({
  heading: title,
  x,
  y,
  left,
  right,
  nameFrom = 0,
  top,
  bottom,
}: PanelOptions): Plot.Markish[] {
  const plotTop = top + panelHead(title);
  return [
    title === undefined ? null : heading(title, top + 10),
    nameOf(y.label, nameFrom, plotTop - 18),
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

/** A heading that begins at `x` px, with its middle at `y` px. */
export function heading(text: string, y: number, x = 0): Plot.Markish {
  const bold = { fontWeight: 600, fontSize: 14 } as const;
  return Plot.text([text], { textAnchor: 'start', x, y, text: String, ...bold });
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
    nameOf(label, left, y + 38),
  ];
}

function nameOf(label: string | undefined, x: number, y: number): Plot.Markish {
  return label === undefined
    ? null
    : Plot.text([label], { textAnchor: 'start', x, y, text: String });
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

/** A value's place, in px. */
type Scale = (value: number) => number;

type Pair = readonly [number, number];

/** Equal differences are equally far apart. */
export function linearScale([low, high]: Pair, [from, to]: Pair): Scale {
  return (value) => from + ((value - low) / (high - low)) * (to - from);
}

/** Equal ratios are equally far apart; values are above nought. */
export function logScale([low, high]: Pair, range: Pair): Scale {
  const scale = linearScale([Math.log(low), Math.log(high)], range);
  return (value) => scale(Math.log(value));
}

// Ticks for axes on which Plot's own would be crowded or would miss the value that matters.

/** Least room for one tick label, in px. */
const labelRoom = 40;

const ratioSteps = [
  1, 2, 0.5, 1.5, 1.25, 0.8, 1.1, 0.9, 3, 0.33, 5, 0.2, 10, 0.1, 1.05, 0.95, 100, 1000, 20, 50, 200,
  500,
];

/**
 * Ticks of a log axis of ratios, the most telling first: 1 is always there, the others
 * as long as there is room for their labels.
 */
export function ratioTicks(ends: Pair, width: number): number[] {
  const within = ratioSteps.filter((step) => step >= ends[0] && step <= ends[1]);
  return withRoom(within, logScale(ends, [0, width]), labelRoom).sort((a, b) => a - b);
}

/** Those of the values, the most telling first, whose labels have `room` px to one another. */
export function withRoom(values: readonly number[], scale: Scale, room: number): number[] {
  const taken: number[] = [];
  for (const value of values) {
    if (taken.every((other) => Math.abs(scale(value) - scale(other)) >= room)) taken.push(value);
  }
  return taken;
}

/**
 * Ticks of a log axis: 1, 2 and 5 times powers of ten, the powers alone, or every so many of them.
 *
 * @param room least room for one label, in px
 */
export function logTicks([low, high]: Pair, width: number, room = labelRoom): number[] {
  const within = (steps: readonly number[]): number[] => {
    const ticks: number[] = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
      for (const step of steps) {
        // Through text, because 2 × 10 ** -1 is not 0.2 in binary.
        const tick = Number(`${step}e${power}`);
        if (tick >= low && tick <= high) ticks.push(tick);
      }
    }
    return ticks;
  };
  const fine = within([1, 2, 5]);
  if (fine.length * room <= width) return fine;
  const powers = within([1]);
  const step = Math.ceil((powers.length * room) / width);
  return powers.filter((_, index) => index % step === 0);
}

/** Ticks from nought up to a value, about five of them, in steps of 1, 2 or 5 times a power of ten. */
export function linearTicks(highest: number): number[] {
  if (!(highest > 0)) return [0];
  const power = Math.floor(Math.log10(highest / 5));
  const rough = highest / 5 / 10 ** power;
  const step = Number(`${rough > 5 ? 10 : rough > 2 ? 5 : rough > 1 ? 2 : 1}e${power}`);
  const count = Math.floor(highest / step + 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** The lowest and highest of the values, widened on a log scale by a share of their span. */
export function logDomain(values: readonly number[], pad = 0.08): [number, number] {
  const usable = values.filter((value) => value > 0 && Number.isFinite(value));
  if (usable.length === 0) return [0.5, 2];
  const low = usable.reduce((a, b) => Math.min(a, b));
  const high = usable.reduce((a, b) => Math.max(a, b));
  const by = Math.max((high / low) ** pad, 1.1);
  return [low / by, high * by];
}
