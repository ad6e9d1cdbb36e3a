/** Figure: the time of a batch against the number of calls in it, one panel for each setting. */
import * as Plot from '@observablehq/plot';
import { margins, systemDots, type Figure, type OfSystem, type Rows } from './figure.ts';
import { decimalsOf, formatCount, formatMs, formatNumber } from './format.ts';
import { legend } from './legend.ts';
import { colorOf } from './palette.ts';
import {
  gutter,
  linearScale,
  linearTicks,
  logDomain,
  logScale,
  logTicks,
  panel,
  panelFoot,
  panelHead,
  pixelOptions,
} from './panel.ts';

/** One batch. */
export interface BatchPoint extends OfSystem {
  /** Setting and client, which gives the panel its heading. */
  setting: string;
  operations: number;
  /** Time of the whole batch in ms; absent where it hung. */
  totalMs?: number;
  /** Ends of the time's interval, where it was measured here. */
  low?: number;
  high?: number;
  /** How a sentence calls the arm, where that is not its label. */
  spoken?: string;
  /** What happened instead of an end: `hung at 45 of 50`. */
  hung?: string;
}

interface BatchData extends Rows<BatchPoint> {
  /** Whether times were measured here: filled shapes with their intervals, on logarithmic axes. */
  measured?: boolean;
}

const plotHeight = 240;
/** Room above the highest time, where hangs stand, in px. */
const hangRoom = 34;

/** Times are joined in the order of their size; a hang has no time and is joined to nothing. */
export function batches({ rows: points, width, measured = false }: BatchData): Figure {
  const key = legend(
    points.map((point) => ({ ...point, filled: measured })),
    width,
  );
  const marks: Plot.Markish[] = [...key.marks];
  const settings = [...Map.groupBy(points, ({ setting }) => setting)];
  const most = Math.max(...points.map(({ operations }) => operations));
  let top = key.height + 6;
  for (const [setting, members] of settings) {
    const plotTop = top + panelHead(setting);
    const bottom = plotTop + plotHeight;
    marks.push(...onePanel(setting, members, { most, top, bottom, width }, measured));
    top = bottom + panelFoot + 24;
  }
  return {
    title: titleOf(points),
    label: `Time of a batch. ${points.map(sentence).join(' ')}`,
    note: noteOf(points, settings.length, measured),
    options: { ...pixelOptions(width, top - 24), marks },
  };
}

function onePanel(
  setting: string,
  members: readonly BatchPoint[],
  { most, top, bottom, width }: Record<'most' | 'top' | 'bottom' | 'width', number>,
  measured: boolean,
): Plot.Markish[] {
  const times = members.flatMap(({ totalMs, low, high }) =>
    [totalMs, low, high].filter((each) => each !== undefined),
  );
  const longest = Math.max(0, ...times);
  const plotTop = top + panelHead(setting);
  const right = width - margins.right;
  const sizes = [...new Set(members.map(({ operations }) => operations))].sort((a, b) => a - b);
  const [across, up] = [[gutter, right] as const, [bottom, plotTop + hangRoom] as const];
  const domain = logDomain(times.length > 0 ? times : [1], 0.04);
  const x = measured ? logScale(logDomain(sizes, 0.05), across) : linearScale([0, most], across);
  const y = measured ? logScale(domain, up) : linearScale([0, longest], up);
  const ticks = measured ? logTicks(domain, plotHeight, 30) : linearTicks(longest);
  const log = measured ? ', log scale' : '';
  const ended = members.filter(({ totalMs }) => totalMs !== undefined);
  const hung = members.filter((point) => point.hung !== undefined);
  const color = ({ system }: BatchPoint): string => colorOf(system);
  const place = { x: ({ operations }: BatchPoint) => x(operations) };
  return [
    ...panel({
      heading: setting,
      left: gutter,
      right,
      top,
      bottom,
      x: {
        scale: x,
        label: `calls in the batch${log}`,
        ticks: sizes.map((value) => ({ value, text: formatCount(value) })),
      },
      y: {
        scale: y,
        label: `ms for the batch${log}`,
        ticks: ticks.map((value) => ({
          value,
          text: formatNumber(value, decimalsOf(measured ? [value] : ticks)),
        })),
      },
    }),
    Plot.line(
      [...ended].sort((a, b) => a.operations - b.operations),
      {
        ...place,
        y: ({ totalMs = 0 }: BatchPoint) => y(totalMs),
        z: 'label',
        stroke: color,
        strokeWidth: 2,
      },
    ),
    Plot.link(
      ended.filter(({ low, high }) => low !== undefined && high !== undefined),
      {
        x1: place.x,
        x2: place.x,
        y1: ({ low = 1 }: BatchPoint) => y(low),
        y2: ({ high = 1 }: BatchPoint) => y(high),
        stroke: color,
        strokeWidth: 5,
        strokeOpacity: 0.35,
      },
    ),
    systemDots(ended, ({ system }) => system, {
      ...place,
      y: ({ totalMs = 0 }: BatchPoint) => y(totalMs),
      isFilled: () => measured,
    }),
    Plot.link(hung, {
      x1: place.x,
      x2: place.x,
      y1: plotTop + 16,
      y2: bottom,
      stroke: color,
      strokeDasharray: '2 4',
    }),
    Plot.dot(hung, {
      ...place,
      y: plotTop + 8,
      r: 6,
      symbol: 'times',
      stroke: color,
      strokeWidth: 2.5,
    }),
    Plot.text(hung, {
      ...place,
      y: plotTop + 8,
      dx: -10,
      textAnchor: 'end',
      fontWeight: 600,
      // Several may hang at sizes close together: the key has their shapes.
      text: ({ label, hung: what }: BatchPoint) =>
        measured ? (what ?? '') : `${label} ${what ?? ''}`,
    }),
  ];
}

/** The smallest batch that hung with each arm; a question where none did. */
function titleOf(points: readonly BatchPoint[]): string {
  const hung = points.filter((point) => point.hung !== undefined);
  if (hung.length === 0) return 'How long does a batch take, by the calls in it?';
  const found = [...Map.groupBy(hung, ({ label }) => label)].map(([label, members]) => {
    const smallest = Math.min(...members.map(({ operations }) => operations));
    return `With ${members[0]?.spoken ?? label}, a batch of ${formatCount(smallest)} calls hung`;
  });
  return found.join('; ');
}

function noteOf(points: readonly BatchPoint[], panels: number, measured: boolean): string {
  const hangs = points.some(({ hung }) => hung !== undefined)
    ? ' A cross is a batch that hung: it has no time, and stands above the axis.'
    : '';
  const facets = panels > 1 ? ' Each setting has a panel and a scale of its own.' : '';
  const shapes = measured ? 'A bar is the interval of the median.' : 'Hollow shapes are quoted.';
  return `Lower is faster. ${shapes}${hangs}${facets}`;
}

function sentence({ setting, label, operations, totalMs, hung }: BatchPoint): string {
  const what = totalMs === undefined ? (hung ?? 'no time') : formatMs(totalMs, 0);
  return `${setting}: ${label}, ${formatCount(operations)} calls, ${what}.`;
}
