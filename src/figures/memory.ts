/**
 * Figure: the memory of two processes over a course, a panel for each arm. All panels have one scale,
 * so that they can be compared.
 */
import * as Plot from '@observablehq/plot';
import type { Figure, OfSystem, Rows } from './figure.ts';
import { formatBytes, formatCount, formatRatio, formatSpan, THIN } from './format.ts';
import { intervalsUp, systemColor, systemDots } from './marks.ts';
import { xyPlot } from './panels.ts';

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
    title: titleOf(rows),
    label: `Memory of both processes. ${rows.map(sentence).join(' ')}`,
    note: 'Lower is less memory. A mark is the median of the repeats, a bar goes from the lowest to the highest. All panels have one scale.',
    key: sides.map((side) => ({ label: side, line: lines[side] })),
    columns,
    panels: rows.map((row) => ({
      heading: row.label,
      options: panelOf(row, (width - (columns - 1) * between) / columns, highest),
    })),
  };
}

function panelOf(row: MemoryRow, width: number, highest: number): Plot.PlotOptions {
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
