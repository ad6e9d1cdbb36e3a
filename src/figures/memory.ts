/**
 * Figure: the memory of two processes over a course, a panel for each arm. All panels have one scale,
 * so that they can be compared.
 */
import * as Plot from '@observablehq/plot';
import { ink, type Figure, type OfSystem, type Rows, systemDots } from './figure.ts';
import { formatBytes, formatCount, formatRatio, formatSpan } from './format.ts';
import { colorOf } from './palette.ts';
import { linearScale, linearTicks, pixelOptions } from './panel.ts';
import { wrap } from './stack.ts';

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
const lines = {
  caller: { strokeWidth: 2 },
  server: { strokeWidth: 2, strokeDasharray: '5 4' },
} as const;
type Side = keyof typeof lines;
const sides: readonly Side[] = ['caller', 'server'];

const keyHeight = 30;
const plotHeight = 84;
const lineHeight = 18;
/** Left of a plot for the labels of its scale, and right of it for half the label of the last point, in px. */
const [leftRoom, rightRoom] = [54, 38];
/** Under a plot, for the labels of the points and to the next panel, in px. */
const foot = 42;
/** Least width of a panel that has another beside it, and what lies between the two, in px. */
const [leastWidth, between] = [290, 24];
/** Width of a character of a heading, in px, on the wide side. */
const headingCharacterWidth = 7.4;

/** Where a panel stands, in px, and the highest value of all panels. */
interface PanelPlace {
  left: number;
  width: number;
  plotTop: number;
  highest: number;
}

/** A solid line for the caller and a dashed one for the server; bars are the range of the repeats. */
export function memory({ rows, width }: Rows<MemoryRow>): Figure {
  const columns = width >= 2 * leastWidth + between ? 2 : 1;
  const panelWidth = (width - (columns - 1) * between) / columns;
  const highest = Math.max(0, ...rows.flatMap(pointsOf).map(({ high }) => high));
  const marks: Plot.Markish[] = key();
  let top = keyHeight;
  for (let at = 0; at < rows.length; at += columns) {
    const beside = rows.slice(at, at + columns);
    const names = beside.map(({ label }) => wrap(label, panelWidth / headingCharacterWidth));
    const plotTop = top + Math.max(...names.map(({ length }) => length)) * lineHeight + 12;
    for (const [column, row] of beside.entries()) {
      const left = column * (panelWidth + between);
      const name = (names[column] ?? []).map((text, line) => ({
        text,
        y: top + line * lineHeight,
      }));
      marks.push(
        Plot.text(name, { x: left, y: 'y', dy: 8, text: 'text', ...headingStyle }),
        ...panelOf(row, { left, width: panelWidth, plotTop, highest }),
      );
    }
    top = plotTop + plotHeight + foot;
  }
  return {
    title: titleOf(rows),
    label: `Memory of both processes. ${rows.map(sentence).join(' ')}`,
    note: 'Lower is less memory. A mark is the median of the repeats, a bar goes from the lowest to the highest. All panels have one scale.',
    options: { ...pixelOptions(width, top - foot + 24), marks },
  };
}

const headingStyle = { textAnchor: 'start', fontWeight: 600, fontSize: 14 } as const;

/** What a solid and what a dashed line is. */
function key(): Plot.Markish[] {
  const items = sides.map((side, at) => ({ side, x: at * 110 }));
  type Item = (typeof items)[number];
  return [
    ...items.map(({ side, x }) =>
      Plot.link([x], {
        ...{ x1: x, x2: x + 28, y1: 10, y2: 10, stroke: 'currentColor' },
        ...lines[side],
      }),
    ),
    Plot.text(items, {
      x: ({ x }: Item) => x + 34,
      y: 10,
      text: ({ side }: Item) => side,
      textAnchor: 'start',
    }),
  ];
}

function panelOf(row: MemoryRow, { left, width, plotTop, highest }: PanelPlace): Plot.Markish[] {
  const bottom = plotTop + plotHeight;
  const [from, to] = [left + leftRoom, left + width - rightRoom];
  const y = linearScale([0, highest], [bottom, plotTop]);
  const x = linearScale([0, Math.max(1, row.caller.length - 1)], [from + 26, to]);
  const all = linearTicks(highest / MB);
  const ticks = all.filter((_, at) => all.length <= 4 || at % 2 === 0);
  const color = colorOf(row.system);
  const labels = row.caller.map(({ label }, at) => ({ label, x: x(at) }));
  return [
    Plot.link(ticks, {
      x1: from,
      x2: to,
      y1: (tick: number) => y(tick * MB),
      y2: (tick: number) => y(tick * MB),
      stroke: (tick: number) => (tick === 0 ? ink.muted : ink.faint),
    }),
    Plot.text(ticks, {
      x: from - 6,
      y: (tick: number) => y(tick * MB),
      text: (tick: number) => formatCount(tick) + (tick === ticks.at(-1) ? '\u202fMB' : ''),
      textAnchor: 'end',
    }),
    Plot.text(labels, { x: 'x', y: bottom + 14, text: 'label' }),
    ...sides.flatMap((side) => {
      const points = row[side].map((point, at) => ({ ...point, x: x(at) }));
      type Point = (typeof points)[number];
      const median = ({ median: bytes }: Point): number => y(bytes);
      return [
        Plot.line(points, { x: 'x', y: median, stroke: color, ...lines[side] }),
        Plot.link(points, {
          x1: 'x',
          x2: 'x',
          y1: ({ low }: Point) => y(low),
          y2: ({ high }: Point) => y(high),
          ...{ stroke: color, strokeWidth: 5, strokeOpacity: 0.35 },
        }),
        systemDots(points, () => row.system, { x: 'x', y: median, r: 4, isFilled: () => true }),
      ];
    }),
  ];
}

function pointsOf({ caller, server }: MemoryRow): MemoryPoint[] {
  return [...caller, ...server];
}

/** How much of it is left at the end, against what it was at first. */
function titleOf(rows: readonly MemoryRow[]): string {
  const shares = rows.flatMap((row) =>
    sides.map((side) => (row[side].at(-1)?.median ?? NaN) / (row[side][0]?.median ?? NaN)),
  );
  return `At the end, a process holds ${formatSpan(shares, formatRatio)} the memory it had at rest`;
}

function sentence(row: MemoryRow): string {
  const told = sides.map((side) => {
    const points = row[side].map(({ label, median }) => `${formatBytes(median)} ${label}`);
    return `${side} ${points.join(', ')}`;
  });
  return `${row.label}: ${told.join('; ')}.`;
}
