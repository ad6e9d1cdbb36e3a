import { medianSorted } from 'simple-statistics';

/** An interval of confidence, in the unit of what it is about. */
export interface Interval {
  low: number;
  high: number;
  /**
   * Confidence that is achieved, as a fraction: 0.9375 for 93.75 %. Intervals made from ranks
   * can only achieve certain levels, and this is the one that holds whatever the distribution.
   */
  level: number;
}

/** A value with its interval; the interval is absent where there is too little data for one. */
export interface Estimate {
  estimate: number;
  interval: Interval | undefined;
}

/**
 * Error that a published 95 % interval allows. It is a little below 5 %, so that simulated runs
 * show at least 95 % and the calibration has room on both sides of what it finds.
 */
export const INTERVAL_ALPHA = 0.045;

/** Below this level an interval would mislead more than it tells, and none is given. */
export const LOWEST_LEVEL = 0.9;

/**
 * Fewest values, or rounds of a ratio, that have an interval of the lowest level: all n of them
 * lie on one side of the centre with a probability of 2^(1 − n).
 */
export const FEWEST_VALUES = Math.ceil(1 - Math.log2(1 - LOWEST_LEVEL));

/**
 * Median with an interval from order statistics: the k-th smallest and the k-th largest value
 * enclose the median with a probability that follows from the binomial distribution alone (David
 * and Nagaraja, Order Statistics, 3rd ed., 7.1). Of all k the largest that achieves the level is
 * taken; where none does, the smallest and the largest value, with the level they do achieve.
 *
 * @param values independent values in any order and unit
 * @returns undefined when there are no values
 */
export function medianEstimate(
  values: readonly number[],
  alpha = INTERVAL_ALPHA,
): Estimate | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((a, b) => a - b);
  return { estimate: medianSorted(sorted), interval: medianInterval(sorted, alpha) };
}

function medianInterval(sorted: readonly number[], alpha: number): Interval | undefined {
  const count = sorted.length;
  if (count < FEWEST_VALUES) return undefined;
  let probability = 2 ** -count;
  let tail = probability;
  let outside = 0;
  // `tail` is P(Binomial(count, ½) ≤ outside), the chance of missing the median on one side.
  for (;;) {
    const nextProbability = (probability * (count - outside)) / (outside + 1);
    if (2 * (tail + nextProbability) > alpha) break;
    probability = nextProbability;
    tail += probability;
    outside += 1;
  }
  const low = sorted[outside];
  const high = sorted[count - 1 - outside];
  if (low === undefined || high === undefined) return undefined;
  return { low, high, level: 1 - 2 * tail };
}
