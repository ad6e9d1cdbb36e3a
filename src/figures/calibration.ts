/** Figures: how often the statistics were right on simulated runs whose truth is known. */
import * as Plot from '@observablehq/plot';
import type { Scenario } from '../harness/simulate/index.ts';
import { axisHeight, baseOptions, bottomAxis, type Figure, ink } from './figure.ts';
import { formatPercent } from './format.ts';
import { linearTicks } from './panel.ts';

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
export function coverage(data: CalibrationData): Figure {
  const lowest = Math.min(0.92, ...data.points.map((point) => point.coverage - 0.005));
  return dotRows(data, {
    title: 'How often a 95 % interval holds the truth',
    spoken: 'Coverage of 95 % intervals.',
    note: 'One dot for each true ratio. The band is what is required; a filled dot lies outside it.',
    valueOf: (point) => point.coverage,
    rangeOf: requiredCoverage,
    domain: [lowest, 1],
    ticks: [0.92, 0.94, 0.96, 0.98, 1],
    axis: 'intervals that hold the true ratio',
  });
}

/** How often an A/A control was called faster or slower, one dot for each true ratio of the subject. */
export function twinsDifferent(data: CalibrationData): Figure {
  const highest = Math.max(0.06, ...data.points.map((point) => point.calledDifferent));
  return dotRows(data, {
    title: 'How often an A/A control is called different',
    spoken: 'Runs in which the A/A control is called different.',
    note: 'The two are the same, so each such verdict is wrong. The band is what is allowed; a filled dot lies outside it.',
    valueOf: (point) => point.calledDifferent,
    rangeOf: () => ({ low: 0, high: MOST_DIFFERENT }),
    domain: [0, highest],
    ticks: linearTicks(highest),
    axis: 'runs with a wrong verdict on the A/A control',
  });
}

/** What is drawn of the points. */
interface DotRows extends Pick<Figure, 'title' | 'note'> {
  /** How the accessible name begins. */
  spoken: string;
  valueOf: (point: CalibrationPoint) => number;
  /** Where the values of a way of ending a run should lie. */
  rangeOf: (point: CalibrationPoint) => { low: number; high: number };
  domain: readonly [low: number, high: number];
  ticks: readonly number[];
  /** Name of the axis. */
  axis: string;
}

const headingHeight = 28;
const rowHeight = 20;
const groupGap = 12;
/** Room for the names, in px. */
const nameWidth = 104;

/**
 * Rows of dots on one axis, names to their left: for many rows whose values need no text. A dot
 * outside its group's range is filled, so that it stands out.
 */
function dotRows({ points, width }: CalibrationData, drawn: DotRows): Figure {
  const { title, spoken, note, valueOf, rangeOf, domain, ticks, axis } = drawn;
  let height = 0;
  const headings: { text: string; y: number }[] = [];
  const bands: { low: number; high: number; y1: number; y2: number }[] = [];
  const names: { text: string; y: number }[] = [];
  const dots: { value: number; y: number; outside: boolean }[] = [];
  const ranges: string[] = [];
  for (const [heading, members] of Map.groupBy(points, wayName)) {
    const { low, high } = rangeOf(members[0] as CalibrationPoint);
    const all = members.map(valueOf);
    const ends = [Math.min(...all), Math.max(...all)].map((end) => formatPercent(end, 1));
    ranges.push(`${heading}: ${ends.join(' to ')}.`);
    if (height > 0) height += groupGap;
    headings.push({ text: heading, y: height + headingHeight / 2 });
    height += headingHeight;
    const top = height;
    for (const [name, row] of Map.groupBy(members, (point) => point.name)) {
      const y = height + rowHeight / 2;
      names.push({ text: name, y });
      for (const value of row.map(valueOf)) {
        dots.push({ value, y, outside: value < low || value > high });
      }
      height += rowHeight;
    }
    bands.push({ low, high, y1: top, y2: height });
  }
  const left = { textAnchor: 'start', frameAnchor: 'left', dx: -nameWidth } as const;
  return {
    title,
    label: `${spoken} ${ranges.join(' ')}`,
    note,
    options: {
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
        ...bottomAxis(ticks, axis, (tick) => formatPercent(tick)),
        Plot.dot(dots, {
          x: 'value',
          y: 'y',
          r: 4,
          fill: ({ outside }: (typeof dots)[number]) => (outside ? 'currentColor' : ink.page),
          stroke: 'currentColor',
          strokeWidth: 1.5,
        }),
      ],
    },
  };
}
