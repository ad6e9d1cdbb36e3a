/** Figure: how often intervals held the truth on simulated runs whose truth is known. */
import * as Plot from '@observablehq/plot';
import type { Ending, Scenario } from '../harness/simulate/index.ts';
import { axisHeight, baseOptions, bottomAxis, type Figure, ink } from './figure.ts';
import { formatPercent, formatSpan, THIN } from './format.ts';

/** What the figure needs of a scenario. */
export type CalibrationPoint = Pick<Scenario, 'name' | 'ending' | 'coverage'>;

/** Most of the runs in which an A/A control may be called different, as a fraction. */
export const MOST_DIFFERENT = 0.05;

/** Where the coverage of 95 % intervals must lie, as fractions. */
export const REQUIRED = { low: 0.94, high: 0.97 } as const;

const covers = ({ coverage: part }: Pick<Scenario, 'coverage'>): boolean =>
  part >= REQUIRED.low && part <= REQUIRED.high;

/** Whether a scenario does what is required of it. */
export function isInside(scenario: Pick<Scenario, 'coverage' | 'calledDifferent'>): boolean {
  return covers(scenario) && scenario.calledDifferent <= MOST_DIFFERENT;
}

/** What a run ends with, in words. */
export const wayNames: Readonly<Record<Ending, string>> = {
  time: 'a fixed time',
  'until-decided': 'its verdicts, or its budget',
  'kept-going': 'its verdicts, kept going for them',
};

interface CalibrationData {
  points: readonly CalibrationPoint[];
  /** Width of the drawing, in px. */
  width: number;
}

const headingHeight = 28;
const rowHeight = 20;
const groupGap = 12;
/** Room for the names, in px. */
const nameWidth = 104;
const ticks = [0.92, 0.94, 0.96, 0.98, 1];

/**
 * Coverage of the intervals: rows of dots on one axis, names to their left, one dot for each true
 * ratio. A dot outside of what is required is filled, so that it stands out.
 */
export function coverage({ points, width }: CalibrationData): Figure {
  const lowest = Math.min(0.92, ...points.map((point) => point.coverage - 0.005));
  let height = 0;
  const headings: { text: string; y: number }[] = [];
  const bands: { y1: number; y2: number }[] = [];
  const names: { text: string; y: number }[] = [];
  const dots: { value: number; y: number; outside: boolean }[] = [];
  const ranges: string[] = [];
  for (const [ending, members] of Map.groupBy(points, (point) => point.ending)) {
    const heading = `A run ends with ${wayNames[ending]}`;
    const all = members.map((point) => point.coverage);
    const ends = [Math.min(...all), Math.max(...all)].map((end) => formatPercent(end, 1));
    ranges.push(`${heading}: ${ends.join(' to ')}.`);
    if (height > 0) height += groupGap;
    headings.push({ text: heading, y: height + headingHeight / 2 });
    height += headingHeight;
    const top = height;
    for (const [name, row] of Map.groupBy(members, (point) => point.name)) {
      const y = height + rowHeight / 2;
      names.push({ text: name, y });
      for (const point of row) dots.push({ value: point.coverage, y, outside: !covers(point) });
      height += rowHeight;
    }
    bands.push({ y1: top, y2: height });
  }
  const left = { textAnchor: 'start', frameAnchor: 'left', dx: -nameWidth } as const;
  return {
    title: `95${THIN}% intervals hold the truth in ${formatSpan(
      points.map((point) => point.coverage),
      (part) => formatPercent(part, 1),
    )} of the runs`,
    label: `Coverage of 95 % intervals. ${ranges.join(' ')}`,
    note: 'One dot for each true ratio. The band is what is required; a filled dot lies outside it.',
    options: {
      ...baseOptions(width, height + axisHeight),
      marginLeft: nameWidth,
      x: { domain: [lowest, 1] },
      marks: [
        Plot.rect(bands, {
          x1: REQUIRED.low,
          x2: REQUIRED.high,
          y1: 'y1',
          y2: 'y2',
          fill: ink.band,
        }),
        Plot.ruleY(names, { y: 'y', stroke: ink.faint }),
        Plot.text(headings, { ...left, text: 'text', y: 'y', fontWeight: 600, fontSize: 14 }),
        Plot.text(names, { ...left, text: 'text', y: 'y' }),
        ...bottomAxis(ticks, 'intervals that hold the true ratio', (tick) => formatPercent(tick)),
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
