/** Ratios between any two rows of a result, times that agree with them, and the rows that may be the fastest. */
import { INTERVAL_ALPHA, studentQuantile } from '../core/statistics/index.ts';
import { inverse, quotient, type Quantity, scaled } from './numbers/quantity.ts';
import { differencesBetween } from './conditions.ts';
import type { Ratio, Row } from './result.ts';

/** Two rows that were measured under one workload of one run. */
type Pair = Pick<Row, 'arm' | 'time' | 'ratios' | 'conditions'>;

/** Time of one row ÷ that of another, paired; undefined where no round has both. */
export function ratioBetween(row: Pair, to: Pair): Ratio | undefined {
  const found = row.ratios[to.arm];
  if (found !== undefined) return found;
  const turned = to.ratios[row.arm];
  return turned && { ...turned, ...inverse(turned) };
}

/** A row as a table shows it: its time, and its ratio to the reference. */
export interface ComparedTime {
  time?: Quantity;
  /** Time ÷ the reference's; absent for the reference, and if one of the two has no time. */
  ratio?: Quantity;
  /** Raw median in ms, if it differs by more than {@link MOST_DIFFERENCE} from the time shown. */
  rawMs?: number;
}

/** Part by which a quotient of medians may differ from the paired ratio before the table says so. */
const MOST_DIFFERENCE = 0.1;

/**
 * The time of a row beside the reference: the reference's median multiplied by the paired ratio, so that times
 * and ratios of one table never disagree. Quoted rows have no pairs: theirs is the quotient of the times.
 */
export function comparedTime(row: Pair, reference: Pair | undefined): ComparedTime {
  const { time } = row;
  if (time === undefined) return {};
  if (reference?.time === undefined || row.arm === reference.arm) return { time };
  const ratio = ratioBetween(row, reference);
  if (ratio === undefined) return { time, ratio: quotient(time, reference.time) };
  const shown = scaled(reference.time, ratio);
  const differs = Math.abs(time.value / shown.value - 1) > MOST_DIFFERENCE;
  return { time: shown, ratio, rawMs: differs ? time.value : undefined };
}

/**
 * Those rows of one run under one workload that no other row is known to be faster than. A row is known to be
 * faster if their paired ratio differs from 1 at a level corrected for the number of pairs (Bonferroni), under
 * the same conditions.
 */
export function mayBeFastest<Item extends Pair>(rows: readonly Item[]): Item[] {
  const timed = rows.filter(({ time }) => time !== undefined);
  const pairs = (timed.length * (timed.length - 1)) / 2;
  const isFaster = (row: Pair, than: Pair): boolean => {
    const ratio = ratioBetween(row, than);
    if (ratio === undefined || differencesBetween(row, than).length > 0) return false;
    return (correctedHigh(ratio, pairs) ?? Infinity) < 1;
  };
  return timed.filter((row) => !timed.some((other) => other !== row && isFaster(other, row)));
}

/** Upper end of a ratio's interval when its error is divided by the number of pairs. */
function correctedHigh(ratio: Ratio, pairs: number): number | undefined {
  const { value, high, sessions, launches = sessions, runs = launches } = ratio;
  if (high === undefined || runs === undefined || runs < 2) return undefined;
  const wider =
    studentQuantile(runs - 1, INTERVAL_ALPHA / pairs) / studentQuantile(runs - 1, INTERVAL_ALPHA);
  return Math.exp(Math.log(value) + Math.log(high / value) * wider);
}
