/** Figure: how often single times come, a row of bars for each arm on one logarithmic axis. */
import * as Plot from '@observablehq/plot';
import { type Figure, ink, margins, type OfSystem, type Rows } from './figure.ts';
import { formatMs, formatPercent, NONE, THIN } from './format.ts';
import { colorOf } from './palette.ts';
import {
  axisBelow,
  heading,
  logDomain,
  logScale,
  logTicks,
  panelFoot,
  pixelOptions,
} from './panel.ts';
import { wrap } from './stack.ts';

/** All times of one arm. */
export interface HumpsRow extends OfSystem {
  /** In ms, ascending; empty where `instead` stands in their place. */
  sortedMs: readonly number[];
  /** `stalled` */
  instead?: string | undefined;
}

/** Times between which a hump is looked for, in ms. */
export interface Window {
  from: number;
  to: number;
}

/** Plain data of the figure. */
export interface HumpsData extends Rows<HumpsRow> {
  /** Those that belong together, ascending and apart. */
  windows: readonly Window[];
}

const lineHeight = 18;
const headingWidth = 7.4;
const characterWidth = 6.6;
const barsHeight = 44;
/** Width of a bar, and from one row to the next, in px. */
const barWidth = 4;
const rowGap = 16;

/** Bars are as high as their part of an arm’s times, the highest of each arm alike. */
export function humps({ rows, windows, width }: HumpsData): Figure {
  const [left, right] = [margins.left, width - margins.right];
  const domain = logDomain(
    rows.flatMap(({ sortedMs }) => [sortedMs[0] ?? Number.NaN, sortedMs.at(-1) ?? Number.NaN]),
    0.02,
  );
  const x = logScale(domain, [left, right]);
  const marks: Plot.Markish[] = [];
  let top = 0;
  for (const row of rows) {
    const lines = wrap(row.label, width / headingWidth);
    const told = wrap(valueOf(row, windows), width / characterWidth);
    const textBottom = top + (lines.length + told.length) * lineHeight;
    const bottom = textBottom + barsHeight + 6;
    marks.push(
      ...lines.map((line, at) => heading(line, top + 9 + at * lineHeight)),
      Plot.text(
        told.map((text, at) => ({ text, y: top + 9 + (lines.length + at) * lineHeight })),
        { x: 0, y: 'y', textAnchor: 'start', text: 'text' },
      ),
      Plot.rect(
        windows.filter(({ from, to }) => x(to) > left && x(from) < right),
        {
          x1: ({ from }: Window) => Math.max(left, x(from)),
          x2: ({ to }: Window) => Math.min(right, x(to)),
          ...{ y1: textBottom + 6, y2: bottom, fill: ink.band },
        },
      ),
      Plot.link([0], { x1: left, x2: right, y1: bottom, y2: bottom, stroke: ink.muted }),
      ...barsOf(row, x, [left, right], bottom),
    );
    top = bottom + rowGap;
  }
  const ticks = logTicks(domain, right - left).map((value) => ({ value, text: String(value) }));
  const end = top - rowGap;
  return {
    title: titleOf(rows, windows),
    label: `How often times come. ${rows.map((row) => `${row.label}: ${valueOf(row, windows)}.`).join(' ')}`,
    note: `A bar is the part of an arm’s calls that took so long; the highest bar of each arm is as high as every other’s. The bands are ${windowText(windows)}.`,
    options: {
      ...pixelOptions(width, end + panelFoot),
      marks: [
        ...marks,
        ...axisBelow({ scale: x, label: 'ms for one call, log scale', ticks }, end),
      ],
    },
  };
}

function barsOf(
  { sortedMs, system }: HumpsRow,
  x: (ms: number) => number,
  [left, right]: readonly [number, number],
  bottom: number,
): Plot.Markish[] {
  const places = Map.groupBy(sortedMs, (ms) => {
    // A clock that is too coarse gives times of nought, which lie at the left end.
    const at = ms > 0 ? Math.min(right - 1, Math.max(left, x(ms))) : left;
    return Math.floor((at - left) / barWidth);
  });
  const bars = [...places].map(([place, members]) => ({ place, count: members.length }));
  const most = Math.max(1, ...bars.map(({ count }) => count));
  type Bar = (typeof bars)[number];
  return [
    Plot.rect(bars, {
      x1: ({ place }: Bar) => left + place * barWidth,
      x2: ({ place }: Bar) => left + (place + 1) * barWidth - 0.5,
      // What came at all is seen.
      y1: ({ count }: Bar) => bottom - Math.max(1.5, (count / most) * barsHeight),
      y2: bottom,
      fill: colorOf(system),
    }),
  ];
}

/** Part of an arm’s times that lie in any of the windows, from 0 to 1. */
export function shareIn(sortedMs: readonly number[], windows: readonly Window[]): number {
  const lies = (ms: number) => windows.some(({ from, to }) => ms >= from && ms <= to);
  return sortedMs.filter(lies).length / sortedMs.length;
}

/** `35–50 or 75–105 ms` */
export function windowText(windows: readonly Window[]): string {
  return `${windows.map(({ from, to }) => `${from}–${to}`).join(' or ')}${THIN}ms`;
}

/** A part as a sentence has it; what is hardly any is not rounded to none. */
export function partText(share: number): string {
  if (!Number.isFinite(share)) return NONE;
  if (share > 0 && share < 0.001) return `under ${formatPercent(0.001, 1)}`;
  return share === 0 ? 'none' : formatPercent(share, share < 0.0995 ? 1 : 0);
}

function valueOf({ sortedMs, instead }: HumpsRow, windows: readonly Window[]): string {
  if (sortedMs.length === 0) return instead ?? 'nothing counts';
  const median = sortedMs[sortedMs.length >> 1] ?? Number.NaN;
  return `median ${formatMs(median)}; ${windowText(windows)}: ${partText(shareIn(sortedMs, windows))}`;
}

/** Where most of an arm’s times lie in the window, and where least. */
function titleOf(rows: readonly HumpsRow[], windows: readonly Window[]): string {
  const sorted = rows
    .filter(({ sortedMs }) => sortedMs.length > 0)
    .map(({ label, sortedMs }) => ({ label, share: shareIn(sortedMs, windows) }))
    .sort((one, other) => other.share - one.share);
  const [most, least] = [sorted[0], sorted.at(-1)];
  if (most === undefined || least === undefined) return 'How often times come';
  const took = `of calls take ${windowText(windows)}`;
  if (most.share === 0) return `None ${took}`;
  const first = `${partText(most.share)} ${took} with ${most.label}`;
  return capital(most === least ? first : `${first}, ${partText(least.share)} with ${least.label}`);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
