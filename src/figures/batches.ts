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
  /** What happened instead of an end: `hung at 45 of 50`. */
  hung?: string;
}

const plotHeight = 240;
/** Room above the highest time, where hangs stand, in px. */
const hangRoom = 34;

/** Times are joined in the order of their size; a hang has no time and is joined to nothing. */
export function batches({ rows: points, width }: Rows<BatchPoint>): Figure {
  const key = legend(points, width);
  const marks: Plot.Markish[] = [...key.marks];
  const settings = [...Map.groupBy(points, ({ setting }) => setting)];
  const most = Math.max(...points.map(({ operations }) => operations));
  let top = key.height + 6;
  for (const [setting, members] of settings) {
    const plotTop = top + panelHead(setting);
    const bottom = plotTop + plotHeight;
    marks.push(...onePanel(setting, members, { most, top, bottom, width }));
    top = bottom + panelFoot + 24;
  }
  return {
    title: titleOf(points),
    label: `Time of a batch. ${points.map(sentence).join(' ')}`,
    note: noteOf(points, settings.length),
    options: { ...pixelOptions(width, top - 24), marks },
  };
}

function onePanel(
  setting: string,
  members: readonly BatchPoint[],
  { most, top, bottom, width }: Record<'most' | 'top' | 'bottom' | 'width', number>,
): Plot.Markish[] {
  const longest = Math.max(0, ...members.map(({ totalMs = 0 }) => totalMs));
  const ticks = linearTicks(longest);
  const plotTop = top + panelHead(setting);
  const right = width - margins.right;
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
        ticks: ticks.map((value) => ({ value, text: formatNumber(value, decimalsOf(ticks)) })),
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
    systemDots(ended, ({ system }) => system, {
      ...place,
      y: ({ totalMs = 0 }: BatchPoint) => y(totalMs),
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

/** The smallest batch that hung with each arm; a question where none did. */
function titleOf(points: readonly BatchPoint[]): string {
  const hung = points.filter(({ totalMs }) => totalMs === undefined);
  if (hung.length === 0) return 'How long does a batch take, by the calls in it?';
  const found = [...Map.groupBy(hung, ({ label }) => label)].map(([label, members]) => {
    const smallest = Math.min(...members.map(({ operations }) => operations));
    return `With ${label}, a batch of ${formatCount(smallest)} calls hung`;
  });
  return found.join('; ');
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
