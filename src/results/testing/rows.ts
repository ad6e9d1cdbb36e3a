/** Rows and their ratios, for tests of tables and comparisons. */
import { measured } from '../numbers/quantity.ts';
import type { Ratio, Row } from '../result.ts';

/** A ratio of one launch. @param half end of its interval ÷ its value; it has no interval without */
export const ratioOf = (value: number, half?: number, change: Partial<Ratio> = {}): Ratio => ({
  value,
  low: half && value / half,
  high: half && value * half,
  launches: 1,
  sessions: half === undefined ? 2 : 9,
  unit: '×',
  from: 'measured',
  ...change,
});

/** A row of a run from Node.js on one machine. */
export const rowOf = (arm: string, change: Partial<Row> = {}): Row => ({
  arm,
  workload: 'increment',
  place: { setting: 'workerd', roundTripMs: 0 },
  client: 'node',
  counted: 9,
  discarded: 0,
  sessions: 9,
  time: measured(1),
  ratios: {},
  ...change,
});
