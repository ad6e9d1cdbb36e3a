/** A panel with two logarithmic axes under a key: on both, a factor is the same distance everywhere. */
import { margins } from './figure.ts';
import { formatCount, THIN } from './format.ts';
import { legend, type LegendItem } from './legend.ts';
import {
  gutter,
  logDomain,
  logScale,
  logTicks,
  panel,
  panelFoot,
  panelHead,
  pixelOptions,
} from './panel.ts';

interface LogAxis {
  /** What it measures, with the unit; that it is logarithmic is added. */
  label: string;
  /** What has to have room on it, above nought. */
  values: readonly number[];
}

interface LogLogData {
  /** What its key names. */
  series: readonly LegendItem[];
  /** Each of its values has a tick. */
  x: LogAxis;
  y: LogAxis;
  /** Width of the drawing, in px. */
  width: number;
}

const MILLION = 1_000_000;
const plotHeight = 300;
/** Least room from one label of the y axis to the next, in px. */
const lineRoom = 30;

/** The places of values in px, the marks of key, grid and axes, and what Plot takes besides marks. */
export function logLog({ series, x, y, width }: LogLogData) {
  const key = legend(series, width);
  const top = key.height + 6;
  const plotTop = top + panelHead(undefined);
  const bottom = plotTop + plotHeight;
  const right = width - margins.right;
  const steps = [...new Set(x.values)].sort((a, b) => a - b);
  const domain = logDomain(y.values, 0.04);
  const scales = {
    x: logScale(logDomain(steps, 0.05), [gutter, right]),
    y: logScale(domain, [bottom, plotTop]),
  };
  const tick = (value: number) => ({ value, text: formatCount(value) });
  return {
    ...scales,
    /** Where the plot ends, above the ticks of x, in px. */
    bottom,
    options: pixelOptions(width, bottom + panelFoot),
    marks: [
      ...key.marks,
      ...panel({
        ...{ left: gutter, right, top, bottom },
        x: { scale: scales.x, label: `${x.label}, log scale`, ticks: steps.map(tick) },
        y: {
          scale: scales.y,
          label: `${y.label}, log scale`,
          ticks: logTicks(domain, plotHeight, lineRoom).map((value) => {
            // There is no room for seven digits.
            return value < MILLION ? tick(value) : { value, text: `${value / MILLION}${THIN}M` };
          }),
        },
      }),
    ],
  };
}
