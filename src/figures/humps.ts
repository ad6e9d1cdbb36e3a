/** Figure: how often single times come, a row of bars for each arm on one logarithmic axis. */
import * as Plot from '@observablehq/plot';
import type { Figure, OfSystem, Rows } from './figure.ts';
import { formatMs, formatPercent, NONE, THIN } from '../numbers/format.ts';
import {
  axisBelow,
  axisHeight,
  ink,
  logDomain,
  logTicks,
  margins,
  plotWidth,
  systemColor,
} from './marks.ts';

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

export interface HumpsData extends Rows<HumpsRow> {
  /** Those that belong together, ascending and apart. */
  windows: readonly Window[];
}

const barsHeight = 44;
/** Width of a bar, in px. */
const barWidth = 4;

/** Bars are as high as their part of an arm’s times, the highest of each arm alike. */
export function humps({ rows, windows, width }: HumpsData): Figure {
  const domain = logDomain(
    rows.flatMap(({ sortedMs }) => [sortedMs[0], sortedMs.at(-1)]),
    0.02,
  );
  const [low, high] = domain;
  const count = Math.ceil(plotWidth(width) / barWidth);
  const edges = Array.from({ length: count + 1 }, (_, at) => low * (high / low) ** (at / count));
  const ticks = logTicks(domain, plotWidth(width));
  return {
    title: titleOf(rows, windows),
    label: `How often times come. ${rows.map((row) => `${row.label}: ${valueOf(row, windows)}.`).join(' ')}`,
    note: `A bar is the part of an arm’s calls that took so long; the highest bar of each arm is as high as every other’s. The bands are ${windowText(windows)}.`,
    panels: rows.map((row, at) => {
      // All have one axis, which stands under the last.
      const foot = at === rows.length - 1 ? axisHeight : 1;
      return {
        ...{ heading: row.label, text: valueOf(row, windows) },
        options: {
          ...{ width, height: barsHeight + foot, marginTop: 0, marginBottom: foot },
          ...{ marginLeft: margins.left, marginRight: margins.right },
          x: { type: 'log', domain, clamp: true, axis: null },
          y: { axis: null },
          marks: [
            Plot.rect(windows, { x1: 'from', x2: 'to', fill: ink.band }),
            Plot.frame({ anchor: 'bottom', stroke: ink.muted }),
            Plot.rectY(
              row.sortedMs,
              Plot.binX(
                { y: 'count' },
                {
                  // A clock that is too coarse gives times of nought, which lie at the left end.
                  x: { value: (ms: number) => Math.max(ms, low), thresholds: edges },
                  // What came at all is seen.
                  ...{ insetRight: 0.5, insetTop: -1.5, fill: systemColor(row) },
                },
              ),
            ),
            ...(foot === axisHeight
              ? axisBelow({ label: 'ms for one call, log scale', ticks })
              : []),
          ],
        } satisfies Plot.PlotOptions,
      };
    }),
  };
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
