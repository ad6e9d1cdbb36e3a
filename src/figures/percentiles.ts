/** Figure: percentiles of the time of a call against the load, a panel for each arm. */
import * as Plot from '@observablehq/plot';
import { type Figure, margins, type OfSystem, type Rows, systemDots } from './figure.ts';
import { formatMs, formatPercent } from './format.ts';
import { legend } from './legend.ts';
import { colorOf, drawn, type SystemSymbol } from './palette.ts';
import {
  heading,
  linearScale,
  logDomain,
  logScale,
  logTicks,
  panel,
  panelHead,
  pixelOptions,
} from './panel.ts';
import { wrap } from './stack.ts';

/** The percentiles that are told, as parts of all calls. */
export const percentiles = [0.5, 0.9, 0.99, 0.999] as const;
export type Percentile = (typeof percentiles)[number];

/** `p99.9` */
export const percentileName = (percentile: Percentile): string =>
  `p${Number((percentile * 100).toFixed(1))}`;

/** One arm under one load. */
export interface LoadedRow extends OfSystem {
  /** Part of its own capacity at which it was called, from 0 to 1. */
  load: number;
  /** Times in ms; without those that had too few samples. */
  times: ReadonlyMap<Percentile, number>;
}

const looks: Readonly<Record<Percentile, { symbol: SystemSymbol; dash: string }>> = {
  0.5: { symbol: 'circle', dash: 'none' },
  0.9: { symbol: 'diamond', dash: '8 3' },
  0.99: { symbol: 'triangle', dash: '5 4' },
  0.999: { symbol: 'square', dash: '1 4' },
};

const plotHeight = 120;
const tickRoom = 26;
const lineHeight = 20;
const headingWidth = 7.4;
/** Room left of a panel for the labels of its axis, least width of one beside another, and what lies between, in px. */
const [gutter, leastWidth, between] = [52, 290, 24];
const rowGap = 18;

/** Both axes are the same in every panel, so that panels can be compared; times are on a log axis. */
export function percentilesFigure({ rows, width }: Rows<LoadedRow>): Figure {
  const key = legend(
    percentiles.map((percentile) => ({
      ...{ label: percentileName(percentile), system: 'other', filled: true },
      symbol: looks[percentile].symbol,
    })),
    width,
  );
  const columns = width >= 2 * leastWidth + between ? 2 : 1;
  const panelWidth = (width - (columns - 1) * between) / columns;
  const loads = [...new Set(rows.map(({ load }) => load))].sort((one, other) => one - other);
  const domain = logDomain(
    rows.flatMap(({ times }) => [...times.values()]),
    0.04,
  );
  const ticks = logTicks(domain, plotHeight, 24);
  const arms = [...Map.groupBy(rows, ({ label }) => label)];
  const marks: Plot.Markish[] = [...key.marks];
  let top = key.height + 6;
  for (let at = 0; at < arms.length; at += columns) {
    const beside = arms.slice(at, at + columns).map(([label, members]) => {
      return { members, lines: wrap(label, panelWidth / headingWidth) };
    });
    const headings = Math.max(...beside.map(({ lines }) => lines.length)) * lineHeight;
    const plotTop = top + headings + panelHead(undefined);
    const y = logScale(domain, [plotTop + plotHeight, plotTop]);
    for (const [column, { members, lines }] of beside.entries()) {
      const from = column * (panelWidth + between);
      const [left, right] = [from + gutter, from + panelWidth - margins.right];
      const x = linearScale([loads[0] ?? 0, loads.at(-1) ?? 1], [left + 22, right - 14]);
      marks.push(
        ...lines.map((line, row) => heading(line, top + 10 + row * lineHeight, from)),
        ...panel({
          ...{ left, right, nameFrom: from, top: top + headings, bottom: plotTop + plotHeight },
          x: { scale: x, ticks: loads.map((load) => ({ value: load, text: formatPercent(load) })) },
          y: {
            scale: y,
            label: 'ms, log scale',
            ticks: ticks.map((value) => ({ value, text: String(value) })),
          },
        }),
        ...linesOf(members, x, y),
      );
    }
    top = plotTop + plotHeight + tickRoom + rowGap;
  }
  return {
    title: titleOf(rows),
    label: `Percentiles of the time of a call, by load. ${rows.map(sentence).join(' ')}`,
    note: 'Lower is faster. Across is the part of its own capacity at which an arm is called. Times count from when a call was due. All panels have the same axes.',
    options: { ...pixelOptions(width, top - rowGap), marks },
  };
}

function linesOf(
  members: readonly LoadedRow[],
  x: (load: number) => number,
  y: (ms: number) => number,
): Plot.Markish[] {
  return percentiles.flatMap((percentile) => {
    const points = members.flatMap(({ load, times, system }) => {
      const ms = times.get(percentile);
      return ms === undefined ? [] : [{ x: x(load), y: y(ms), system }];
    });
    const { symbol, dash } = looks[percentile];
    const stroke = colorOf(points[0]?.system ?? '');
    return [
      Plot.line(points, { x: 'x', y: 'y', stroke, strokeWidth: 1.5, strokeDasharray: dash }),
      systemDots(points, ({ system }) => system, {
        ...{ x: 'x', y: 'y', r: 3.5, isFilled: () => true },
        symbol: () => drawn(symbol),
      }),
    ];
  });
}

/** The highest percentile that all have under the most load, from its least to its most. */
function titleOf(rows: readonly LoadedRow[]): string {
  const load = Math.max(...rows.map((row) => row.load));
  const most = rows.filter((row) => row.load === load && row.times.size > 0);
  const shared = percentiles.findLast((each) => most.every(({ times }) => times.has(each)));
  if (shared === undefined || most.length === 0) return 'Times of a call by load';
  const sorted = most
    .map(({ label, times }) => ({ label, ms: times.get(shared) ?? Number.NaN }))
    .sort((one, other) => one.ms - other.ms);
  const ends = [sorted[0], ...(sorted.length > 1 ? [sorted.at(-1)] : [])].flatMap((end) =>
    end === undefined ? [] : `${formatMs(end.ms)} with ${end.label}`,
  );
  return `At ${formatPercent(load)} of its own capacity, ${percentileName(shared)} is ${ends.join(' to ')}`;
}

function sentence({ label, load, times }: LoadedRow): string {
  const told = [...times].map(
    ([percentile, ms]) => `${percentileName(percentile)} ${formatMs(ms)}`,
  );
  return `${label}, ${formatPercent(load)}: ${told.length > 0 ? told.join(', ') : 'nothing counts'}.`;
}
