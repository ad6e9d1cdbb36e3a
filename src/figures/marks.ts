/** Marks, axes and ticks that figures share: what means the same looks the same everywhere. */
import * as Plot from '@observablehq/plot';
import { decimalsOf, formatNumber } from '../numbers/format.ts';
import { colorOf, drawn, lookOf } from '../tables/palette.ts';

/** Ink for what carries no data. Defined in src/styles/figures.css for both themes. */
export const ink = {
  page: 'var(--rt-figure-page)',
  faint: 'var(--rt-figure-faint)',
  muted: 'var(--rt-figure-muted)',
  /** For text of less weight; has the contrast that text needs. */
  quiet: 'var(--rt-figure-quiet)',
  band: 'var(--rt-figure-band)',
} as const;

/**
 * Room beside a plot that all figures share, in px: half the label of a tick, which is short on the
 * left and may be long on the right.
 */
export const margins = { left: 14, right: 20 } as const;

/** Width of the plot in a drawing, in px. */
export const plotWidth = (width: number): number => width - margins.left - margins.right;

export const systemColor = ({ system }: { system: string }): string => colorOf(system);

/**
 * A shape for each datum, in the colour and the form of its system: hollow, or filled where
 * `isFilled` says that it was measured here.
 */
export function systemDots<Datum extends { system: string }>(
  data: readonly Datum[],
  { isFilled, ...options }: Plot.DotOptions & { isFilled?: (datum: Datum) => boolean },
): Plot.Markish {
  return Plot.dot(data, {
    r: 5.5,
    symbol: ({ system }: Datum) => drawn(lookOf(system).symbol),
    fill: isFilled ? (datum: Datum) => (isFilled(datum) ? systemColor(datum) : ink.page) : ink.page,
    stroke: systemColor,
    strokeWidth: 2,
    ...options,
  });
}

/** What has an interval, or none. */
interface Ranged {
  system: string;
  low?: number | undefined;
  high?: number | undefined;
}

/** A line from `low` to `high` through each row that has both. */
export function intervalsAcross(rows: readonly Ranged[], options: Plot.RuleYOptions = {}) {
  const ends = { x1: 'low', x2: 'high', y: 'y' } as const;
  return Plot.ruleY(rows, { ...ends, stroke: systemColor, strokeWidth: 2.5, ...options });
}

/** A bar from `low` to `high` behind each point that has both, where its value is read upwards. */
export function intervalsUp(
  points: readonly Ranged[],
  x: Plot.ChannelValueSpec,
  options: Plot.RuleXOptions = {},
) {
  const look = { stroke: systemColor, strokeWidth: 5, strokeOpacity: 0.35 } as const;
  return Plot.ruleX(points, { x, y1: 'low', y2: 'high', ...look, ...options });
}

/** From so many px above the middle of a row to so many below it. */
export function tall(half: number) {
  return {
    y1: ({ y }: { y: number }) => y - half,
    y2: ({ y }: { y: number }) => y + half,
  };
}

/** An upright line in each row, which stays below the row's text: a baseline, or nothing gained. */
export function uprights(rows: readonly { y: number }[], x: Plot.ChannelValueSpec, half = 9) {
  return Plot.ruleX(rows, { x, ...tall(half), stroke: ink.muted, strokeWidth: 1.5 });
}

/** A band in each row, from one value to another: what counts as equal, what is required. */
export function bands(rows: readonly { y: number }[], [x1, x2]: Pair, half = 9) {
  return Plot.rect(rows, { x1, x2, ...tall(half), fill: ink.band });
}

/** Name and ticks of an axis. */
export interface Axis {
  /** What it measures, with the unit; left out where a panel beside it says so. */
  label?: string;
  /** Plot’s own, about as many as asked for, or these. */
  ticks?: number | readonly number[];
  text?: (tick: number) => string;
}

/** Room for the x axis with its label, in px. */
export const axisHeight = 48;
const tickLooks = { label: null, tickSize: 5, tickPadding: 4, stroke: ink.muted } as const;

/** With its own decimals: on a log axis each tick has others. */
const alone = (tick: number): string => formatNumber(tick, decimalsOf([tick]));

/** With as many decimals as all ticks of the axis need. */
const inStep = (tick: number, _at: number, all: readonly number[] = [tick]): string =>
  formatNumber(tick, decimalsOf(all));

/** An x axis under a plot; its name starts so many px left of the plot, which is the drawing's edge. */
export function axisBelow({ label, ticks = 5, text }: Axis, left: number = margins.left) {
  const looks = { ...tickLooks, fill: 'currentColor' };
  return [
    // Through the text channel: as `tickFormat`, Plot would leave out labels of a log axis.
    typeof ticks === 'object'
      ? Plot.axisX(ticks, { ...looks, text: text ?? alone })
      : Plot.axisX({ ...looks, ticks, tickFormat: text ?? inStep }),
    label === undefined
      ? null
      : Plot.text([label], {
          ...{ frameAnchor: 'bottom-left', textAnchor: 'start', dx: -left, dy: 38 },
        }),
  ];
}

/** A y axis with its grid, named over the plot, so that nothing is turned on its side. */
export function axisBeside({ label, ticks = 5, text }: Axis, left: number) {
  const looks = { ...tickLooks, tickSize: 0, tickPadding: 8, fill: 'currentColor' };
  const grid = { stroke: ink.faint, strokeOpacity: 1 };
  return [
    typeof ticks === 'object' ? Plot.gridY(ticks, grid) : Plot.gridY({ ...grid, ticks }),
    typeof ticks === 'object'
      ? Plot.axisY(ticks, { ...looks, text: text ?? alone })
      : Plot.axisY({ ...looks, ticks, tickFormat: text ?? inStep }),
    label === undefined
      ? null
      : Plot.text([label], { frameAnchor: 'top-left', textAnchor: 'start', dx: -left, dy: -18 }),
  ];
}

type Pair = readonly [number, number];

// Ticks for log axes, on which Plot's own would be crowded or would miss the value that matters.

/** Least room for one tick label, in px. */
const labelRoom = 40;

const ratioSteps = [
  1, 2, 0.5, 1.5, 1.25, 0.8, 1.1, 0.9, 3, 0.33, 5, 0.2, 10, 0.1, 1.05, 0.95, 100, 1000, 20, 50, 200,
  500, 0.01, 0.001,
];

/**
 * Ticks of a log axis of ratios, the most telling first: 1 is always there, the others
 * as long as there is room for their labels.
 */
export function ratioTicks(ends: Pair, width: number): number[] {
  const within = ratioSteps.filter((step) => step >= ends[0] && step <= ends[1]);
  return withRoom(within, ends, width).sort((a, b) => a - b);
}

/** Those of the values on a log axis, the most telling first, whose labels have room beside one another. */
function withRoom(values: readonly number[], [low, high]: Pair, width: number): number[] {
  const taken: number[] = [];
  const perLog = width / Math.log(high / low);
  for (const value of values) {
    const isApart = (other: number) => Math.abs(Math.log(value / other)) * perLog >= labelRoom;
    if (taken.every(isApart)) taken.push(value);
  }
  return taken;
}

/**
 * Ticks of a log axis: 1, 2 and 5 times powers of ten, the powers alone, or every so many of them.
 *
 * @param room least room for one label, in px
 */
export function logTicks([low, high]: Pair, width: number, room = labelRoom): number[] {
  const [from, to] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const powers = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const within = (steps: readonly number[]): number[] =>
    powers
      // Through text, because 2 × 10 ** -1 is not 0.2 in binary.
      .flatMap((power) => steps.map((step) => Number(`${step}e${power}`)))
      .filter((tick) => tick >= low && tick <= high);
  const fine = within([1, 2, 5]);
  if (fine.length * room <= width) return fine;
  const whole = within([1]);
  const step = Math.ceil((whole.length * room) / width);
  return whole.filter((_, index) => index % step === 0);
}

/** The lowest and highest of the values, widened on a log scale by a share of their span. */
export function logDomain(values: ReadonlyArray<number | undefined>, pad = 0.08): [number, number] {
  const usable = values.filter((value = 0): value is number => value > 0 && value < Infinity);
  if (usable.length === 0) return [0.5, 2];
  const low = usable.reduce((a, b) => Math.min(a, b));
  const high = usable.reduce((a, b) => Math.max(a, b));
  const by = Math.max((high / low) ** pad, 1.1);
  return [low / by, high * by];
}
