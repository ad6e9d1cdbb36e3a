/**
 * From samples to what may be claimed of them. Everything here is a pure function of a record;
 * nothing is formatted.
 */
import type { MeasuredRecord } from './record.ts';
import { cellsOf } from './statistics-blocks.ts';
import { compare, type CompareOptions, type Comparisons } from './statistics-compare.ts';
import { notices, type Notice } from './statistics-notices.ts';
import { summarise, type ArmSummary } from './statistics-summary.ts';

/** Everything that is derived from one record. */
export interface Analysis extends Comparisons {
  /** One for each arm and workload, in the order of the plan. */
  arms: ArmSummary[];
  /** What is odd about the record; empty when nothing is. */
  notices: Notice[];
}

/**
 * Derives medians, ratios, verdicts and notices from a record.
 *
 * @throws RangeError when the plan lacks the reference
 */
export function analyse(record: MeasuredRecord, options: CompareOptions): Analysis {
  const { clockStepUs } = record.environment;
  return {
    arms: cellsOf(record).map((cell) => summarise(cell, clockStepUs)),
    ...compare(record, options),
    notices: notices(record),
  };
}
