/** Figure: the order of turns in the first sessions of a run, one line for each round. */
import * as Plot from '@observablehq/plot';
import { baseOptions, ink, type Figure, type OfSystem } from './figure.ts';
import { colorOf } from './palette.ts';

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

const headingHeight = 30;
const cellHeight = 26;
const labelWidth = 70;
const groupGap = 12;

/** Turns from left to right and from top to bottom, as they run. */
export function plan({ sessions, arms, width }: PlanData): Figure {
  const headings: { text: string; y: number }[] = [];
  const labels: { text: string; y: number }[] = [];
  const cells: { at: number; y: number; arm: PlanArm }[] = [];
  const spoken: string[] = [];
  let height = 0;
  let columns = 1;
  for (const { name, rounds } of sessions) {
    if (height > 0) height += groupGap;
    headings.push({ text: name, y: height + headingHeight / 2 });
    height += headingHeight;
    for (const [round, ids] of rounds.entries()) {
      const y = height + cellHeight / 2;
      const order = ids.map((id) => arms.get(id) ?? unknownArm(id));
      labels.push({ text: `round ${round + 1}`, y });
      order.forEach((arm, at) => cells.push({ at, y, arm }));
      columns = Math.max(columns, order.length);
      height += cellHeight;
      const letters = order.map(({ letter }) => letter).join(', ');
      spoken.push(`${name}, round ${round + 1}: ${letters}.`);
    }
  }
  const atLeft = { textAnchor: 'start', frameAnchor: 'left', dx: -labelWidth } as const;
  const y = ({ y: middle }: { y: number }) => middle;
  const keys = [...arms.values()].map(({ letter, label }) => `${letter} is ${label}.`);
  return {
    title: 'Every round gives each arm a turn, in an order of its own',
    label: `Order of the turns. ${[...keys, ...spoken].join(' ')}`,
    note: 'Each cell is a turn of a few operations. Turns run from left to right, line by line. Each session has connections and objects of its own.',
    options: {
      ...baseOptions(width, height),
      marginBottom: 0,
      marginLeft: labelWidth,
      marginRight: 0,
      x: { type: 'linear', axis: null, domain: [0, columns] },
      marks: [
        Plot.text(headings, { ...atLeft, text: 'text', y, fontWeight: 600, fontSize: 14 }),
        Plot.text(labels, { ...atLeft, text: 'text', y, fill: ink.quiet }),
        Plot.rect(cells, {
          x1: 'at',
          x2: ({ at }: (typeof cells)[number]) => at + 1,
          y1: ({ y: middle }: (typeof cells)[number]) => middle - cellHeight / 2,
          y2: ({ y: middle }: (typeof cells)[number]) => middle + cellHeight / 2,
          inset: 2,
          rx: 4,
          fill: ink.page,
          stroke: ({ arm }: (typeof cells)[number]) => colorOf(arm.system),
          strokeWidth: 2.5,
        }),
        Plot.text(cells, {
          x: ({ at }: (typeof cells)[number]) => at + 0.5,
          y,
          text: ({ arm }: (typeof cells)[number]) => arm.letter,
          fontWeight: 600,
        }),
      ],
    },
  };
}

function unknownArm(id: string): never {
  throw new Error(`plan: got the arm "${id}", expected one with a letter`);
}
