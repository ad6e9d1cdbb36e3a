/** Figure: the order of a run's blocks, one line for each workload of a round. */
import * as Plot from '@observablehq/plot';
import type { PlannedBlock } from '../harness/plan/index.ts';
import { baseOptions, ink, type Figure, type OfSystem } from './figure.ts';
import { colorOf } from './palette.ts';

/** An arm as the figure shows it. */
export interface PlanArm extends OfSystem {
  /** Letter in its cell, which no other arm has. */
  letter: string;
}

/** Plain data of the figure. */
interface PlanData {
  blocks: readonly PlannedBlock[];
  arms: ReadonlyMap<string, PlanArm>;
  /** Names of the workloads by id. */
  workloads: ReadonlyMap<string, string>;
  /** Width of the drawing, in px. */
  width: number;
}

const headingHeight = 28;
const textHeight = 20;
const cellHeight = 28;
const lineGap = 8;
const groupGap = 10;

/** Blocks from left to right and from top to bottom, as they run. */
export function plan({ blocks, arms, workloads, width }: PlanData): Figure {
  const headings: { text: string; y: number }[] = [];
  const names: { text: string; y: number }[] = [];
  const cells: { at: number; y: number; arm: PlanArm }[] = [];
  const spoken: string[] = [];
  let height = 0;
  let columns = 1;
  for (const [round, inRound] of Map.groupBy(blocks, (block) => block.round)) {
    if (height > 0) height += groupGap;
    headings.push({ text: `Round ${round + 1}`, y: height + headingHeight / 2 });
    height += headingHeight;
    for (const [workload, line] of Map.groupBy(inRound, (block) => block.workload)) {
      const name = workloads.get(workload) ?? workload;
      names.push({ text: name, y: height + textHeight / 2 });
      height += textHeight;
      const order = line.map(({ arm }) => arms.get(arm) ?? unknownArm(arm));
      order.forEach((arm, at) => cells.push({ at, y: height + cellHeight / 2, arm }));
      columns = Math.max(columns, order.length);
      height += cellHeight + lineGap;
      spoken.push(`Round ${round + 1}, ${name}: ${order.map(({ letter }) => letter).join(', ')}.`);
    }
  }
  const left = { textAnchor: 'start', frameAnchor: 'left' } as const;
  return {
    title: 'The order of a run',
    label: `Order of the blocks. ${[...arms.values()].map(({ letter, label }) => `${letter} is ${label}.`).join(' ')} ${spoken.join(' ')}`,
    note: 'Each cell is a block. They run from left to right, line by line.',
    options: {
      ...baseOptions(width, height),
      marginBottom: 0,
      marginLeft: 0,
      marginRight: 0,
      x: { type: 'linear', axis: null, domain: [0, columns] },
      marks: [
        Plot.text(headings, { ...left, text: 'text', y: 'y', fontWeight: 600, fontSize: 14 }),
        Plot.text(names, { ...left, text: 'text', y: 'y' }),
        Plot.rect(cells, {
          x1: 'at',
          x2: ({ at }: (typeof cells)[number]) => at + 1,
          y1: ({ y }: (typeof cells)[number]) => y - cellHeight / 2,
          y2: ({ y }: (typeof cells)[number]) => y + cellHeight / 2,
          inset: 2,
          rx: 4,
          fill: ink.page,
          stroke: ({ arm }: (typeof cells)[number]) => colorOf(arm.system),
          strokeWidth: 2.5,
        }),
        Plot.text(cells, {
          x: ({ at }: (typeof cells)[number]) => at + 0.5,
          y: 'y',
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
