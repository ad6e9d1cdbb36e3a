/** Figure: what parts add to the time of a call, alone, summed up and together, with intervals. */
import type { Figure, OfSystem, Rows } from './figure.ts';
import { intervalsAcross, systemDots, uprights } from './marks.ts';
import { rowPanel } from './rows.ts';

/** What one part adds, or several. */
export interface AdditionRow extends OfSystem {
  /** Heading of the group: `50 calls at once`. */
  group: string;
  /** In ms; below nought where it takes time away. */
  ms: number;
  /** Ends of its interval; absent where there were too few sessions. */
  low?: number;
  high?: number;
  /** The same in words. */
  text: string;
  /** Whether it is a sum of other rows, and nothing that ran. */
  isSum?: boolean;
}

interface AdditionData extends Rows<AdditionRow> {
  /** What it shows, in a sentence without its full stop. */
  title: string;
  /** What the parts are added to. */
  reference: string;
}

/** Points with their intervals on a linear axis, because additions may be nought and below. */
export function additions({ rows, width, title, reference }: AdditionData): Figure {
  const ends = rows.flatMap(({ ms, low = ms, high = ms }) => [low, high]);
  const [least, most] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  return {
    title,
    label: `${title}. ${rows.map(({ group, label, text }) => `${group}: ${label}, ${text}.`).join(' ')}`,
    note: `Time that is added to a call of ${reference}; nought adds nothing. A hollow shape is a sum of the single parts, which did not run.`,
    panels: [
      rowPanel({
        ...{ rows, width },
        textOf: ({ group, label, text }) => ({ group, name: label, value: text }),
        x: { domain: [least, most > least ? most : least + 1], inset: 6 },
        axis: { label: 'ms added to a call' },
        marks: (placed) => [
          uprights(placed, 0),
          intervalsAcross(placed),
          systemDots(placed, { x: 'ms', y: 'y', isFilled: ({ isSum }) => isSum !== true }),
        ],
      }),
    ],
  };
}
