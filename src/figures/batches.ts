/** Figure: the time of a batch against the number of calls in it, one panel for each setting. */
import * as Plot from '@observablehq/plot';
import { ink, type Figure } from './figure.ts';
import { formatCount, formatMs, formatNumber } from './format.ts';
import { legend } from './legend.ts';
import { colorOf, lookOf } from './palette.ts';
import {
  linearScale,
  linearTicks,
  panel,
  panelFoot,
  panelHead,
  pixelOptions,
  tickDecimals,
} from './panel.ts';

/** One batch. */
export interface BatchPoint {
  /** Setting and client, which gives the panel its heading. */
  setting: string;
  label: string;
  /** Id of the system, for colour and shape. */
  system: string;
  operations: number;
  /** Time of the whole batch in ms; absent where it hung. */
  totalMs?: number;
  /** What happened instead of an end: `hung at 45 of 50`. */
  hung?: string;
}

/** Plain data of the figure. */
export interface BatchData {
  points: readonly BatchPoint[];
  /** Width of the drawing, in px. */
  width: number;
}

const plotHeight = 240;
const gutter = 58;
/** Room above the highest time, where hangs stand, in px. */
const hangRoom = 34;

/** Times are joined in the order of their size; a hang has no time and is joined to nothing. */
export function batches({ points, width }: BatchData): Figure {
  const series = [...Map.groupBy(points, ({ label }) => label)].map(([label, members]) => ({
    label,
    system: members[0]?.system ?? label,
  }));
  const key = legend(series, width);
  const marks: Plot.Markish[] = [...key.marks];
  const settings = [...Map.groupBy(points, ({ setting }) => setting)];
  const most = Math.max(...points.map(({ operations }) => operations));
  let top = key.height + 6;
  for (const [setting, members] of settings) {
    const plotTop = top + panelHead(setting);
    const bottom = plotTop + plotHeight;
    marks.push(...onePanel({ setting, members, most, top, bottom, width }));
    top = bottom + panelFoot + 24;
  }
  return {
    title: 'Time of a batch against the calls in it',
    label: `Time of a batch. ${points.map(sentence).join(' ')}`,
    note: noteOf(points, settings.length),
    options: { ...pixelOptions(width, top - 24), marks },
  };
}

interface PanelData {
  setting: string;
  members: readonly BatchPoint[];
  most: number;
  top: number;
  bottom: number;
  width: number;
}

function onePanel({ setting, members, most, top, bottom, width }: PanelData): Plot.Markish[] {
  const longest = Math.max(0, ...members.map(({ totalMs = 0 }) => totalMs));
  const ticks = linearTicks(longest);
  const plotTop = top + panelHead(setting);
  const right = width - 14;
  const x = linearScale([0, most], [gutter, right]);
  const y = linearScale([0, longest], [bottom, plotTop + hangRoom]);
  const sizes = [...new Set(members.map(({ operations }) => operations))].sort((a, b) => a - b);
  const ended = members.filter(({ totalMs }) => totalMs !== undefined);
  const hung = members.filter(({ totalMs }) => totalMs === undefined);
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
        label: 'calls in the batch',
        ticks: sizes.map((value) => ({ value, text: formatCount(value) })),
      },
      y: {
        scale: y,
        label: 'ms for the batch',
        ticks: ticks.map((value) => ({ value, text: formatNumber(value, tickDecimals(ticks)) })),
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
    Plot.dot(ended, {
      ...place,
      y: ({ totalMs = 0 }: BatchPoint) => y(totalMs),
      r: 5.5,
      symbol: ({ system }: BatchPoint) => lookOf(system).symbol,
      fill: ink.page,
      stroke: color,
      strokeWidth: 2,
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
      dx: -14,
      textAnchor: 'end',
      fontWeight: 600,
      text: ({ label, hung: what }: BatchPoint) => `${label} ${what ?? ''}`,
    }),
  ];
}

function noteOf(points: readonly BatchPoint[], panels: number): string {
  const hangs = points.some(({ totalMs }) => totalMs === undefined)
    ? ' A cross is a batch that hung: it has no time, and stands above the axis.'
    : '';
  const facets = panels > 1 ? ' Each setting has a panel and a scale of its own.' : '';
  return `Lower is faster. Hollow shapes are quoted.${hangs}${facets}`;
}

function sentence({ setting, label, operations, totalMs, hung }: BatchPoint): string {
  const what = totalMs === undefined ? (hung ?? 'no time') : formatMs(totalMs, 0);
  return `${setting}: ${label}, ${formatCount(operations)} calls, ${what}.`;
}
