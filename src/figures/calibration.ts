/** Figures: how often the statistics were right on simulated runs whose truth is known. */
import * as Plot from '@observablehq/plot';
import type { Scenario } from '../harness/simulate/index.ts';
import { axisHeight, baseOptions, bottomAxis, type Figure, ink } from './figure.ts';
import { formatPercent } from './format.ts';
import { linearTicks } from './panel.ts';

// Rows of dots on one axis, names to their left: for many rows whose values need no text.

/** One row. */
export interface DotRow {
  name: string;
  values: readonly number[];
}

/** Rows under a heading, with the range their values should lie in. */
interface DotGroup {
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
function dotRows(data: DotRowsData): Plot.PlotOptions {
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

/** What a figure needs of a scenario. */
export type CalibrationPoint = Pick<
  Scenario,
  'name' | 'rounds' | 'rule' | 'coverage' | 'calledDifferent'
>;

/** Most of the runs in which a twin may be called different, as a fraction. */
export const MOST_DIFFERENT = 0.05;

/** Where the coverage of 95 % intervals must lie, as fractions. */
export function requiredCoverage({ rounds, rule }: Pick<Scenario, 'rounds' | 'rule'>) {
  // Spending the error over several looks only ever makes an interval wider.
  if (rule === 'until-decided') return { low: 0.94, high: 1 };
  // So few rounds reach only some levels.
  return rounds < 10 ? { low: 0.93, high: 1 } : { low: 0.94, high: 0.97 };
}

/** Whether a scenario does what is required of it. */
export function isInside(point: CalibrationPoint): boolean {
  const { low, high } = requiredCoverage(point);
  return point.coverage >= low && point.coverage <= high && point.calledDifferent <= MOST_DIFFERENT;
}

/** How a run ends, in words. */
export function wayName({ rounds, rule }: Pick<Scenario, 'rounds' | 'rule'>): string {
  return rule === 'fixed' ? `${rounds} rounds` : `until decided, ${rounds} rounds at most`;
}

interface CalibrationData {
  points: readonly CalibrationPoint[];
  /** Width of the drawing, in px. */
  width: number;
}

/** Coverage of the intervals, one dot for each true ratio. */
export function coverage({ points, width }: CalibrationData): Figure {
  const lowest = Math.min(0.92, ...points.map((point) => point.coverage - 0.005));
  return {
    title: 'How often a 95 % interval holds the truth',
    label: `Coverage of 95 % intervals. ${ranges(points, ({ coverage: share }) => share)}`,
    note: 'One dot for each true ratio. The band is what is required; a filled dot lies outside it.',
    options: dotRows({
      groups: groupsOf(points, ({ coverage: share }) => share, requiredCoverage),
      width,
      domain: [lowest, 1],
      ticks: [0.92, 0.94, 0.96, 0.98, 1],
      axis: 'intervals that hold the true ratio',
      tickText: (tick) => formatPercent(tick),
    }),
  };
}

/** How often an A/A control was called faster or slower, one dot for each true ratio of the subject. */
export function twinsDifferent({ points, width }: CalibrationData): Figure {
  const highest = Math.max(0.06, ...points.map((point) => point.calledDifferent));
  return {
    title: 'How often an A/A control is called different',
    label: `Runs in which the A/A control is called different. ${ranges(points, ({ calledDifferent }) => calledDifferent)}`,
    note: 'The two are the same, so each such verdict is wrong. The band is what is allowed; a filled dot lies outside it.',
    options: dotRows({
      groups: groupsOf(
        points,
        ({ calledDifferent }) => calledDifferent,
        () => ({ low: 0, high: MOST_DIFFERENT }),
      ),
      width,
      domain: [0, highest],
      ticks: linearTicks(highest),
      axis: 'runs with a wrong verdict on the A/A control',
      tickText: (tick) => formatPercent(tick),
    }),
  };
}

function byWay(points: readonly CalibrationPoint[]): Map<string, CalibrationPoint[]> {
  return Map.groupBy(points, wayName);
}

function groupsOf(
  points: readonly CalibrationPoint[],
  valueOf: (point: CalibrationPoint) => number,
  rangeOf: (point: CalibrationPoint) => { low: number; high: number },
): DotGroup[] {
  return [...byWay(points)].map(([heading, members]) => ({
    heading,
    ...rangeOf(members[0] as CalibrationPoint),
    rows: [...Map.groupBy(members, ({ name }) => name)].map(([name, row]) => ({
      name,
      values: row.map(valueOf),
    })),
  }));
}

function ranges(
  points: readonly CalibrationPoint[],
  valueOf: (point: CalibrationPoint) => number,
): string {
  return [...byWay(points)]
    .map(([way, members]) => {
      const values = members.map(valueOf);
      const [low, high] = [Math.min(...values), Math.max(...values)];
      return `${way}: ${formatPercent(low, 1)} to ${formatPercent(high, 1)}.`;
    })
    .join(' ');
}
