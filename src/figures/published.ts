/** Figure: the time of one operation, for each arm under each workload. */
import { amounts, timePerOperation } from './amounts.ts';
import type { Figure, Mark } from './figure.ts';

/** One result: an arm under a workload. */
export interface PublishedRow {
  /** Heading of the group: `100 × increment`. */
  workload: string;
  /** Name of the arm: `Lumenize, hibernating`. */
  label: string;
  /** Id of the system, for colour and shape. */
  system: string;
  mark: Mark;
  msPerOperation: number;
}

/** Plain data of the figure. */
export interface PublishedData {
  rows: readonly PublishedRow[];
  /** Width of the drawing, in px. */
  width: number;
}

/** A line from nought to each value; the mark at its end is hollow unless it was measured here. */
export function published({ rows, width }: PublishedData): Figure {
  return amounts({
    quantity: timePerOperation,
    width,
    rows: rows.map(({ workload, msPerOperation, ...row }) => ({
      ...row,
      group: workload,
      value: msPerOperation,
    })),
  });
}
