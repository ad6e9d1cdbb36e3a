/** A plot with values upwards: its grid, its two axes, and their names. */
import * as Plot from '@observablehq/plot';
import { formatCount, THIN } from '../numbers/format.ts';
import {
  type Axis,
  axisBelow,
  axisBeside,
  axisHeight,
  ink,
  logDomain,
  logTicks,
  margins,
} from './marks.ts';

interface XYPlot {
  width: number;
  /** Of what is inside of the axes, in px. */
  height: number;
  /** Room left of the plot for the labels of the y axis, and right of it, in px. */
  left?: number;
  right?: number;
  x: Plot.ScaleOptions & Axis;
  y: Plot.ScaleOptions & Axis;
  marks: readonly Plot.Markish[];
}

export function xyPlot({ width, height, left = 64, right = margins.right, x, y, marks }: XYPlot) {
  const [top, foot] = [y.label === undefined ? 10 : 28, x.label === undefined ? 26 : axisHeight];
  return {
    ...{ width, height: top + height + foot },
    ...{ marginTop: top, marginBottom: foot, marginLeft: left, marginRight: right },
    x: { ...x, axis: null },
    y: { ...y, axis: null },
    marks: [
      ...axisBeside(y, left),
      ...axisBelow(x, 0),
      Plot.frame({ anchor: 'bottom', stroke: ink.muted }),
      ...marks,
    ],
  } satisfies Plot.PlotOptions;
}

interface LogAxis {
  /** What it measures, with the unit; that it is logarithmic is added. */
  label: string;
  /** What has to have room on it, above nought. */
  values: ReadonlyArray<number | undefined>;
}

const MILLION = 1_000_000;

/** Both axes are logarithmic, so a factor is the same distance everywhere. Each value of x has a tick. */
export function logLog(x: LogAxis, y: LogAxis, width: number, marks: readonly Plot.Markish[]) {
  const domain = logDomain(y.values, 0.04);
  const height = 300;
  return xyPlot({
    ...{ width, height, marks },
    x: {
      ...{ type: 'log', domain: logDomain(x.values, 0.05), label: `${x.label}, log scale` },
      ticks: [...new Set(x.values)].filter((value) => value !== undefined),
      text: formatCount,
    },
    y: {
      ...{
        type: 'log',
        domain,
        label: `${y.label}, log scale`,
        ticks: logTicks(domain, height, 30),
      },
      // There is no room for seven digits.
      text: (tick) => (tick < MILLION ? numberText(tick) : `${tick / MILLION}${THIN}M`),
    },
  });
}

const numberText = (tick: number): string => (tick < 1 ? String(tick) : formatCount(tick));
