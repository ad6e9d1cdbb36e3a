/** One drawing of values over values: lines of libraries with their intervals, and Plot’s own axes. */
import * as Plot from '@observablehq/plot';
import { formatNumber, ownDecimals } from '../numbers/format.ts';
import { colorOf, lookOf } from '../tables/palette.ts';

export interface Point {
  x: number;
  /** Absent where nothing counted. */
  y: number | undefined;
  /** Both ends of the interval, if there is one. */
  low?: number;
  high?: number;
}

export interface Series {
  /** Name of the library. */
  label: string;
  /** Id of the system, for mark and colour. */
  system: string;
  points: readonly Point[];
}

interface Axis {
  label: string;
  scale: 'log' | 'linear';
}

export interface XyChart {
  heading: string;
  x: Axis;
  y: Axis;
  series: readonly Series[];
}

/** Dashes by which series of one colour differ. */
const DASHES = ['none', '6 3', '2 3', '8 3 2 3'];

/** The dash of each series, in their order. */
export function dashesOf(series: readonly Series[]): string[] {
  return series.map(({ system }, at) => {
    const before = series.slice(0, at).filter((each) => colorOf(each.system) === colorOf(system));
    return DASHES[before.length % DASHES.length] ?? 'none';
  });
}

/** 1, 2 and 5 times the powers of ten from the least of some values to the greatest. */
function logTicks(values: readonly number[]): number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const [from, to] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
    .flatMap((power) => [1, 2, 5].map((step) => Number(`${step}e${power}`)))
    .filter((tick) => tick >= low && tick <= high);
}

const tickText = (tick: number): string => formatNumber(tick, ownDecimals(tick));

/** Width of a drawing in px; it grows and shrinks with its place. */
const WIDTH = 380;

/** Most values across that each have a tick. */
const MOST_TICKS = 7;

/** @param document of a browser, or linkedom’s in a build */
export function drawXy({ x, y, series, heading }: XyChart, document: Document): Element {
  const dashes = dashesOf(series);
  const points = series.flatMap((each) => each.points);
  const across = [...new Set(points.map((point) => point.x))];
  const heights = points.flatMap(({ y: value, low, high }) =>
    [value ?? [], low ?? [], high ?? []].flat(),
  );
  const scaleOf = ({ label, scale }: Axis, values: readonly number[]) => {
    const isLinear = scale === 'linear';
    const ticks = isLinear ? 5 : logTicks(values);
    return { label, tickFormat: tickText, type: scale, ticks, zero: isLinear, nice: isLinear };
  };
  const xScale = scaleOf(x, across);
  const chart = Plot.plot({
    document,
    width: WIDTH,
    height: 280,
    marginLeft: 52,
    marginRight: 16,
    marginBottom: 40,
    x: { ...xScale, ticks: across.length <= MOST_TICKS ? across : xScale.ticks },
    // A label at the end of its axis takes no room beside it.
    y: { ...scaleOf(y, heights), grid: true, labelAnchor: 'top' },
    marks: series.flatMap(({ system, points: own }, at) => [
      Plot.ruleX(own, {
        x: 'x',
        y1: 'low',
        y2: 'high',
        stroke: colorOf(system),
        strokeWidth: 5,
        strokeOpacity: 0.35,
      }),
      Plot.line(own, {
        x: 'x',
        y: 'y',
        stroke: colorOf(system),
        strokeWidth: 2,
        strokeDasharray: dashes[at] ?? 'none',
      }),
      Plot.dot(own, { x: 'x', y: 'y', fill: colorOf(system), r: 4, symbol: lookOf(system).symbol }),
    ]),
  });
  chart.classList.add('rt-plot');
  // Inside one image the names of its groups are noise.
  for (const inner of chart.querySelectorAll('[aria-label]')) inner.removeAttribute('aria-label');
  chart.setAttribute('role', 'img');
  // The table under the drawing has its numbers.
  chart.setAttribute('aria-label', `${heading}: ${y.label} by ${x.label}`);
  return chart;
}
