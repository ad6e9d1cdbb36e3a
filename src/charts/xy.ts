/** One drawing of values over values: lines of libraries with their intervals, and Plot’s own axes. */
import * as Plot from '@observablehq/plot';
import { formatNumber, ownDecimals } from '../numbers/format.ts';
import { colorOf, drawn, lookOf } from '../tables/palette.ts';

interface Point {
  x: number;
  y: number;
  /** Both ends of the interval, where there is one. */
  low?: number | undefined;
  high?: number | undefined;
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

/** Dashes by which the configurations of one library differ. */
const DASHES = ['none', '6 3', '2 3', '8 3 2 3'];

/** The dash of each series, in their order. */
export function dashesOf(series: readonly Series[]): string[] {
  return series.map(({ system }, at) => {
    const before = series.slice(0, at).filter((each) => each.system === system).length;
    return DASHES[before % DASHES.length] ?? 'none';
  });
}

/** 1, 2 and 5 times the powers of ten from the least of the values to the greatest, or the powers alone. */
function logTicks(values: readonly number[], most = 10): number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const [from, to] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const powers = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const within = (steps: readonly number[]): number[] =>
    powers
      // Through text, because 2 × 10 ** -1 is not 0.2 in binary.
      .flatMap((power) => steps.map((step) => Number(`${step}e${power}`)))
      .filter((tick) => tick >= low * 0.999 && tick <= high * 1.001);
  const fine = within([1, 2, 5]);
  return fine.length <= most ? fine : within([1]);
}

const tickText = (tick: number): string => formatNumber(tick, ownDecimals(tick));

/** @param ticks on a log scale, where Plot’s own would be crowded */
function scaleOf({ label, scale }: Axis, ticks: readonly number[], isUpright: boolean) {
  // Plot sets its label on the side of the axis; one at the end takes no room beside it.
  const shared = { label, labelAnchor: isUpright ? ('top' as const) : ('right' as const) };
  return scale === 'log'
    ? { ...shared, type: 'log' as const, ticks, tickFormat: tickText, grid: isUpright }
    : { ...shared, zero: true, nice: true, ticks: 5, tickFormat: tickText, grid: isUpright };
}

/**
 * @param width of the drawing in px; its text has one size at every width
 * @param document of a browser, or linkedom’s in a build
 */
export function drawXy(
  { x, y, series, heading }: XyChart,
  { width, document }: { width: number; document: Document },
): Element {
  const dashes = dashesOf(series);
  const points = series.flatMap((each) => each.points);
  const heights = points.flatMap(({ y: value, low = value, high = value }) => [value, low, high]);
  const across = [...new Set(points.map((point) => point.x))].sort((one, other) => one - other);
  const perTick = 45;
  const chart = Plot.plot({
    document,
    width,
    height: Math.round(Math.min(360, width * 0.75)),
    marginLeft: 52,
    marginRight: 16,
    marginBottom: 40,
    x: scaleOf(x, across.length * perTick < width ? across : logTicks(across, 6), false),
    y: scaleOf(y, logTicks(heights), true),
    marks: series.flatMap(({ system, points: own }, at) => [
      Plot.ruleX(own, {
        ...{ x: 'x', y1: 'low', y2: 'high', stroke: colorOf(system) },
        ...{ strokeWidth: 5, strokeOpacity: 0.35 },
      }),
      Plot.line(own, {
        ...{ x: 'x', y: 'y', stroke: colorOf(system), strokeWidth: 2 },
        strokeDasharray: dashes[at] ?? 'none',
      }),
      Plot.dot(own, {
        ...{ x: 'x', y: 'y', fill: colorOf(system), r: 4 },
        symbol: () => drawn(lookOf(system).symbol),
      }),
    ]),
  });
  chart.classList.add('rt-plot');
  // Inside one image the names of its groups are noise.
  for (const inner of chart.querySelectorAll('[aria-label]')) inner.removeAttribute('aria-label');
  chart.setAttribute('role', 'img');
  chart.setAttribute('aria-label', `${heading}: ${series.map(spoken).join(' ')}`);
  roundGeometry(chart);
  return chart;

  function spoken({ label, points: own }: Series): string {
    const values = own.map((point) => `${tickText(point.x)}: ${rounded(point.y)}`);
    return `${label}, ${y.label} at ${x.label} ${values.join(', ')}.`;
  }
}

/** Three digits of a value, as a sentence reads it. */
function rounded(value: number): string {
  return tickText(Number(value.toPrecision(3)));
}

const GEOMETRY = ['d', 'transform', 'x', 'y', 'x1', 'x2', 'y1', 'y2'];

/** Takes the decimals off a drawing that nobody sees: a page with many charts weighs a third less. */
function roundGeometry(drawing: Element): void {
  for (const element of drawing.querySelectorAll('*')) {
    for (const name of GEOMETRY) {
      const value = element.getAttribute(name);
      if (value === null || !value.includes('.')) continue;
      const short = value.replaceAll(/\d+\.\d+/g, (number) =>
        String(Number(Number(number).toFixed(1))),
      );
      element.setAttribute(name, short);
    }
  }
}
