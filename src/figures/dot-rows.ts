/** Rows of dots on one axis, names to their left: for many rows whose values need no text. */
import * as Plot from '@observablehq/plot';
import { axisHeight, baseOptions, bottomAxis, ink } from './figure.ts';

/** One row. */
export interface DotRow {
  name: string;
  values: readonly number[];
}

/** Rows under a heading, with the range their values should lie in. */
export interface DotGroup {
  heading: string;
  low: number;
  high: number;
  rows: readonly DotRow[];
}

/** Plain data of the drawing. */
export interface DotRowsData {
  groups: readonly DotGroup[];
  /** Width of the drawing, in px. */
  width: number;
  domain: readonly [low: number, high: number];
  ticks: readonly number[];
  /** Name of the axis. */
  axis: string;
  tickText: (tick: number) => string;
}

const headingHeight = 28;
const rowHeight = 20;
const groupGap = 12;
/** Room for the names, in px. */
const nameWidth = 104;

/** The drawing; a dot outside its group's range is filled, so that it stands out. */
export function dotRows(data: DotRowsData): Plot.PlotOptions {
  const { groups, width, domain, ticks, axis, tickText } = data;
  let height = 0;
  const headings: { text: string; y: number }[] = [];
  const bands: { low: number; high: number; y1: number; y2: number }[] = [];
  const names: { text: string; y: number }[] = [];
  const dots: { value: number; y: number; outside: boolean }[] = [];
  for (const { heading, low, high, rows } of groups) {
    if (height > 0) height += groupGap;
    headings.push({ text: heading, y: height + headingHeight / 2 });
    height += headingHeight;
    bands.push({ low, high, y1: height, y2: height + rows.length * rowHeight });
    for (const { name, values } of rows) {
      const y = height + rowHeight / 2;
      names.push({ text: name, y });
      for (const value of values) dots.push({ value, y, outside: value < low || value > high });
      height += rowHeight;
    }
  }
  const left = { textAnchor: 'start', frameAnchor: 'left', dx: -nameWidth } as const;
  return {
    ...baseOptions(width, height + axisHeight),
    marginLeft: nameWidth,
    x: { domain: [...domain] },
    marks: [
      Plot.rect(bands, {
        x1: ({ low }: (typeof bands)[number]) => Math.max(low, domain[0]),
        x2: ({ high }: (typeof bands)[number]) => Math.min(high, domain[1]),
        y1: 'y1',
        y2: 'y2',
        fill: ink.band,
      }),
      Plot.ruleY(names, { y: 'y', stroke: ink.faint }),
      Plot.text(headings, { ...left, text: 'text', y: 'y', fontWeight: 600, fontSize: 14 }),
      Plot.text(names, { ...left, text: 'text', y: 'y' }),
      ...bottomAxis(ticks, axis, tickText),
      Plot.dot(dots, {
        x: 'value',
        y: 'y',
        r: 4,
        fill: ({ outside }: (typeof dots)[number]) => (outside ? 'currentColor' : ink.page),
        stroke: 'currentColor',
        strokeWidth: 1.5,
      }),
    ],
  };
}
