/** Figure: the order of turns in the first sessions of a run, one line for each round. */
import * as Plot from '@observablehq/plot';
import type { Figure, OfSystem } from './figure.ts';
import { ink, systemColor } from './marks.ts';

/** An arm as the figure shows it. */
export interface PlanArm extends OfSystem {
  /** Letter in its cell, which no other arm has. */
  letter: string;
}

/** A session: the ids of its arms in the order of their turns, round by round. */
export interface PlanSession {
  name: string;
  rounds: ReadonlyArray<readonly string[]>;
}

/** Plain data of the figure. */
interface PlanData {
  sessions: readonly PlanSession[];
  arms: ReadonlyMap<string, PlanArm>;
  /** Width of the drawing, in px. */
  width: number;
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
