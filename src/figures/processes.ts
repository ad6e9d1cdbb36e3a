/** Figures of calls between processes: their memory, and data moved by the size of a payload. */
import * as Plot from '@observablehq/plot';
import type { Figure, OfSystem, Rows } from './figure.ts';
import {
  formatBytes,
  formatCount,
  formatMegabytes,
  formatRatio,
  formatSpan,
  rateDecimals,
  THIN,
} from '../numbers/format.ts';
import {
  ink,
  intervalsUp,
  logDomain,
  logTicks,
  margins,
  systemColor,
  systemDots,
} from './marks.ts';
import type { SystemSymbol } from '../places/contestant.ts';
import { drawn } from '../tables/palette.ts';
import { xyPlot } from './panels.ts';

// * Figure: the memory of two processes over a course, a panel for each arm. All panels have one scale, so that they can be compared.

/** What was read at one point of the course, over its repeats, in bytes. */
export interface MemoryPoint {
  /** `at rest`; of few letters, because it stands under the axis. */
  label: string;
  median: number;
  low: number;
  high: number;
}

/** One arm’s course: both processes, at the same points in the order of the course. */
export interface MemoryRow extends OfSystem {
  caller: readonly MemoryPoint[];
  server: readonly MemoryPoint[];
}

const MB = 1_000_000;
/** How the line of each process is drawn. */
const lines = { caller: 'solid', server: 'dashed' } as const;
const sides = ['caller', 'server'] as const;
/** Least width of a panel that has another beside it, and what lies between the two, in px. */
const [leastWidth, between] = [290, 24];

/** A solid line for the caller and a dashed one for the server; bars are the range of the repeats. */
export function memory({ rows, width }: Rows<MemoryRow>): Figure {
  const columns = width >= 2 * leastWidth + between ? 2 : 1;
  const highest = Math.max(0, ...rows.flatMap(pointsOf).map(({ high }) => high));
  return {
    title: memoryTitle(rows),
    label: `Memory of both processes. ${rows.map(memorySentence).join(' ')}`,
    note: 'Lower is less memory. A mark is the median of the repeats, a bar goes from the lowest to the highest. All panels have one scale.',
    key: sides.map((side) => ({ label: side, line: lines[side] })),
    columns,
    panels: rows.map((row) => ({
      heading: row.label,
      options: memoryPanel(row, (width - (columns - 1) * between) / columns, highest),
    })),
  };
}

function memoryPanel(row: MemoryRow, width: number, highest: number): Plot.PlotOptions {
  const labels = row.caller.map(({ label }) => label);
  return xyPlot({
    ...{ width, height: 84, left: 54, right: 12 },
    x: { type: 'point', domain: labels, padding: 0.5, text: String },
    y: {
      ...{ domain: [0, highest], ticks: 3 },
      text: (bytes) => `${formatCount(bytes / MB)}${bytes > 0 ? `${THIN}MB` : ''}`,
    },
    marks: sides.flatMap((side) => {
      const points = row[side].map((point) => ({ ...point, system: row.system }));
      const at = { x: 'label', y: 'median' } as const;
      const dash = lines[side] === 'dashed' ? { strokeDasharray: '5 4' } : {};
      return [
        Plot.line(points, { ...at, z: null, stroke: systemColor(row), strokeWidth: 2, ...dash }),
        intervalsUp(points, 'label'),
        systemDots(points, { ...at, r: 4, isFilled: () => true }),
      ];
    }),
  });
}

function pointsOf({ caller, server }: MemoryRow): MemoryPoint[] {
  return [...caller, ...server];
}

/** How much of it is left at the end, against what it was at first. */
function memoryTitle(rows: readonly MemoryRow[]): string {
  const shares = rows.flatMap((row) =>
    sides.map((side) => (row[side].at(-1)?.median ?? NaN) / (row[side][0]?.median ?? NaN)),
  );
  return `At the end, a process holds ${formatSpan(shares, formatRatio)} the memory it had at rest`;
}

function memorySentence(row: MemoryRow): string {
  const told = sides.map((side) => {
    const points = row[side].map(({ label, median }) => `${formatBytes(median)} ${label}`);
    return `${side} ${points.join(', ')}`;
  });
  return `${row.label}: ${told.join('; ')}.`;
}

// Figure: data moved in a second against the size of a payload, one small plot for text and one for bytes for each arm.

/** Ways of a payload: as an argument, as an answer, as both. */
export const sizeWays = ['up', 'down', 'echo'] as const;
export type SizeWay = (typeof sizeWays)[number];
export const sizeKinds = ['text', 'bytes'] as const;
export type SizeKind = (typeof sizeKinds)[number];

/** What each way is called. */
export const wayNames: Readonly<Record<SizeWay, string>> = {
  up: 'up',
  down: 'down',
  echo: 'up and back',
};

/** Data of one arm with payloads of one size, as measured here. */
export interface SizePoint extends OfSystem {
  way: SizeWay;
  kind: SizeKind;
  /** Bytes of one payload. */
  bytes: number;
  /** MB (a million bytes) in a second, with the ends of the interval. */
  perSecond: number;
  low?: number | undefined;
  high?: number | undefined;
}

const looksOfWays: Readonly<Record<SizeWay, { symbol: SystemSymbol; dash: string }>> = {
  up: { symbol: 'triangle', dash: 'none' },
  down: { symbol: 'down', dash: '6 4' },
  echo: { symbol: 'circle', dash: '1 4' },
};

const height = 120;
/** Room left of the plots for the labels of their axis, in px. */
const gutter = 44;

/** Both axes are logarithmic and the same in every panel, so that panels can be compared. */
export function sizes({ rows: points, width }: Rows<SizePoint>): Figure {
  const x = logDomain(
    points.map(({ bytes }) => bytes),
    0.04,
  );
  const y = logDomain(
    points.flatMap(({ perSecond, low, high }) => [perSecond, low, high]),
    0.04,
  );
  const yTicks = powers(y, height, 24);
  const axis = { label: null, tickSize: 0, fill: 'currentColor' } as const;
  const panelOf = (members: readonly SizePoint[]): Plot.PlotOptions => ({
    ...{ width, height: height + 46 },
    ...{ marginTop: 20, marginBottom: 26, marginLeft: gutter, marginRight: margins.right },
    fx: { domain: [...sizeKinds], axis: null, padding: 0.14 },
    x: { type: 'log', domain: x, axis: null },
    y: { type: 'log', domain: y, axis: null },
    marks: [
      Plot.gridY(yTicks, { stroke: ink.faint, strokeOpacity: 1 }),
      Plot.axisY(yTicks, { ...axis, text: String, tickPadding: 8 }),
      Plot.axisX(powers(x, (width - gutter) / 2, 52), {
        ...{ ...axis, tickSize: 5, tickPadding: 4, stroke: ink.muted, text: powerText },
      }),
      Plot.frame({ anchor: 'bottom', stroke: ink.muted }),
      Plot.text(sizeKinds, {
        ...{ fx: String, frameAnchor: 'top-left', dy: -16, textAnchor: 'start' },
        text: (kind: SizeKind) => `MB/s, ${kind}`,
      }),
      ...sizeWays.map((way) =>
        Plot.line(
          members
            .filter((point) => point.way === way)
            .toSorted((one, other) => one.bytes - other.bytes),
          {
            ...{ fx: 'kind', x: 'bytes', y: 'perSecond', z: null, stroke: systemColor },
            ...{ strokeWidth: 1.5, strokeDasharray: looksOfWays[way].dash },
          },
        ),
      ),
      intervalsUp(members, 'bytes', { fx: 'kind' }),
      systemDots(members, {
        ...{ fx: 'kind', x: 'bytes', y: 'perSecond', r: 3.5, isFilled: () => true },
        symbol: ({ way }: SizePoint) => drawn(looksOfWays[way].symbol),
      }),
    ],
  });
  return {
    title: sizesTitle(points),
    label: `Data moved in a second, by the size of a payload. ${points.map(sizeSentence).join(' ')}`,
    note: 'Higher is faster. Across is the size of one payload. Both axes are logarithmic, and the same in every panel. MB are a million bytes; what goes up and back counts both ways. A bar is the interval of the median.',
    key: sizeWays.map((way) => ({
      ...{ label: wayNames[way], symbol: looksOfWays[way].symbol, filled: true },
    })),
    panels: [...Map.groupBy(points, ({ label }) => label)].map(([heading, members]) => ({
      heading,
      options: panelOf(members),
    })),
  };
}

/** Powers of ten, or every so many of them, as there is room for. */
function powers(domain: readonly [number, number], room: number, each: number): number[] {
  return logTicks(domain, room, each).filter((tick) => Number.isInteger(Math.log10(tick)));
}

/** A power of ten without decimals: `10 kB`. */
function powerText(bytes: number): string {
  return formatBytes(bytes).replace(/\.0+/, '');
}

/** The fastest of all, and how. */
function sizesTitle(points: readonly SizePoint[]): string {
  const [most] = points.toSorted((one, other) => other.perSecond - one.perSecond);
  if (most === undefined) return 'No amount is known';
  const { label, way, kind, bytes, perSecond } = most;
  return `Most data moves with ${label}: ${rateText(perSecond)}, ${kind} ${wayNames[way]}, ${formatBytes(bytes)} at a time`;
}

function sizeSentence({ label, way, kind, bytes, perSecond }: SizePoint): string {
  return `${label}, ${formatBytes(bytes)} of ${kind} ${wayNames[way]}: ${rateText(perSecond)}.`;
}

function rateText(perSecond: number): string {
  return formatMegabytes(perSecond, rateDecimals(perSecond));
}
