/** Figures of the method: how often intervals held the truth, and the order of turns. */
import * as Plot from '@observablehq/plot';
import type { Sized, Figure, OfSystem } from './figure.ts';
import { formatPercent, formatSpan, THIN } from '../numbers/format.ts';
import { axisBelow, axisHeight, ink, margins, systemColor } from './marks.ts';
import type { Ending, Scenario } from '../harness/simulate/index.ts';

// Figure: how often intervals held the truth on simulated runs whose truth is known.

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

interface CalibrationData extends Sized {
  points: readonly CalibrationPoint[];
}

const rowHeight = 20;
/** Room for the names, in px. */
const nameWidth = 104;

/**
 * Coverage of the intervals: a panel for each way of ending a run, a row of dots for each kind of noise,
 * one dot for each true ratio. A dot outside of what is required is filled, so that it stands out.
 */
export function coverage({ points, width }: CalibrationData): Figure {
  const lowest = Math.min(0.92, ...points.map((point) => point.coverage - 0.005));
  const endings = [...Map.groupBy(points, ({ ending }) => ending)].map(([ending, members]) => {
    const all = members.map((point) => point.coverage);
    const ends = [Math.min(...all), Math.max(...all)].map((end) => formatPercent(end, 1));
    return { heading: `A run ends with ${wayNames[ending]}`, members, range: ends.join(' to ') };
  });
  return {
    title: `95${THIN}% intervals hold the truth in ${formatSpan(
      points.map((point) => point.coverage),
      (part) => formatPercent(part, 1),
    )} of the runs`,
    label: `Coverage of 95 % intervals. ${endings.map(({ heading, range }) => `${heading}: ${range}.`).join(' ')}`,
    note: 'One dot for each true ratio. The band is what is required; a filled dot lies outside it.',
    panels: endings.map(({ heading, members }, at) => {
      const names = [...new Set(members.map(({ name }) => name))];
      // All have one axis, which stands under the last.
      const foot = at === endings.length - 1 ? axisHeight : 0;
      return {
        heading,
        options: {
          ...{ width, height: names.length * rowHeight + foot },
          ...{
            marginTop: 0,
            marginBottom: foot,
            marginLeft: nameWidth,
            marginRight: margins.right,
          },
          x: { domain: [lowest, 1], axis: null },
          y: { type: 'band', padding: 0, domain: names, axis: null },
          marks: [
            Plot.rect([REQUIRED], { x1: 'low', x2: 'high', fill: ink.band }),
            Plot.ruleY(names, { stroke: ink.faint }),
            Plot.text(names, {
              ...{ y: String, text: String, frameAnchor: 'left', textAnchor: 'start' },
              dx: -nameWidth,
            }),
            ...(foot === 0
              ? []
              : axisBelow(
                  {
                    label: 'intervals that hold the true ratio',
                    ...{ ticks: [0.92, 0.94, 0.96, 0.98, 1], text: (tick) => formatPercent(tick) },
                  },
                  nameWidth,
                )),
            Plot.dot(members, {
              ...{ x: 'coverage', y: 'name', r: 4, stroke: 'currentColor', strokeWidth: 1.5 },
              fill: (point: CalibrationPoint) => (covers(point) ? ink.page : 'currentColor'),
            }),
          ],
        } satisfies Plot.PlotOptions,
      };
    }),
  };
}

// Figure: the order of turns in the first sessions of a run, one line for each round.

/** An arm as the figure shows it. */
export interface PlanArm extends OfSystem {
  /** Letter in its cell, which no other arm has. */
  letter: string;
}

/** A session: the ids of its arms in the order of their turns, round by round. */
interface PlanSession {
  name: string;
  rounds: ReadonlyArray<readonly string[]>;
}

interface PlanData extends Sized {
  sessions: readonly PlanSession[];
  arms: ReadonlyMap<string, PlanArm>;
}

const cellHeight = 26;
const labelWidth = 70;

/** Turns from left to right and from top to bottom, as they run. */
export function plan({ sessions, arms, width }: PlanData): Figure {
  const columns = Math.max(1, ...sessions.flatMap(({ rounds }) => rounds.map((ids) => ids.length)));
  const drawn = sessions.map(({ name, rounds }) => ({
    name,
    rounds: rounds.map((ids) => ids.map((id) => arms.get(id) ?? unknownArm(id))),
  }));
  const spoken = drawn.flatMap(({ name, rounds }) =>
    rounds.map((turns, at) => {
      return `${name}, round ${at + 1}: ${turns.map(({ letter }) => letter).join(', ')}.`;
    }),
  );
  const keys = [...arms.values()].map(({ letter, label }) => `${letter} is ${label}.`);
  return {
    title: 'Every round gives each arm a turn, in an order of its own',
    label: `Order of the turns. ${[...keys, ...spoken].join(' ')}`,
    note: 'Each cell is a turn of a few operations. Turns run from left to right, line by line. Each session has connections and objects of its own.',
    panels: drawn.map(({ name, rounds }) => {
      const names = rounds.map((_, at) => `round ${at + 1}`);
      const cells = rounds.flatMap((turns, round) =>
        turns.map((arm, at) => ({ ...arm, at, round: names[round] })),
      );
      return {
        heading: name,
        options: {
          ...{ width, height: rounds.length * cellHeight },
          ...{ marginTop: 0, marginBottom: 0, marginLeft: labelWidth, marginRight: 0 },
          x: { type: 'band', padding: 0, domain: [...Array(columns).keys()], axis: null },
          y: { type: 'band', padding: 0, domain: names, axis: null },
          marks: [
            Plot.text(names, {
              ...{ y: String, text: String, frameAnchor: 'left', textAnchor: 'start' },
              ...{ dx: -labelWidth, fill: ink.quiet },
            }),
            Plot.cell(cells, {
              ...{ x: 'at', y: 'round', inset: 2, rx: 4 },
              ...{ fill: ink.page, stroke: systemColor, strokeWidth: 2.5 },
            }),
            Plot.text(cells, { x: 'at', y: 'round', text: 'letter', fontWeight: 600 }),
          ],
        } satisfies Plot.PlotOptions,
      };
    }),
  };
}

function unknownArm(id: string): never {
  throw new Error(`plan: got the arm "${id}", expected one with a letter`);
}
