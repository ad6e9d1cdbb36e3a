import { medianSorted } from 'simple-statistics';

/** An interval of confidence, in the unit of what it is about. */
export interface Interval {
  low: number;
  high: number;
  /** Confidence that is achieved, as a fraction: intervals made from ranks achieve only certain levels. */
  level: number;
}

/** A value with its interval; the interval is absent if there is too little data for one. */
export interface Estimate {
  estimate: number;
  interval: Interval | undefined;
}

/**
 * Error that a published 95 % interval allows: a little below 5 %, so that simulated runs show at
 * least 95 % and the calibration has room on both sides of what it finds.
 */
export const INTERVAL_ALPHA = 0.045;

/** Below this level an interval would mislead more than it tells, and none is given. */
export const LOWEST_LEVEL = 0.9;

/** Fewest values that have an interval of the lowest level: all n lie on one side of the centre with a probability of 2^(1 − n). */
export const FEWEST_VALUES = Math.ceil(1 - Math.log2(1 - LOWEST_LEVEL));

/**
 * Median with an interval from order statistics: the k-th smallest and the k-th largest value
 * enclose the median with a probability that follows only from the binomial distribution (David
 * and Nagaraja, Order Statistics, 3rd ed., 7.1). The largest k that achieves the level is taken;
 * if none does, the smallest and the largest value, with the level that they achieve.
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
  const [low, high] = [sorted[outside], sorted[count - 1 - outside]];
  return low === undefined || high === undefined ? undefined : { low, high, level: 1 - 2 * tail };
}

/** Quantiles that were found: a run asks for the same few again and again. */
const quantiles = new Map<string, number>();

/**
 * Quantile of Student's t distribution, whose distribution function is the finite trigonometric sum of
 * Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4.
 *
 * @param degrees degrees of freedom, a whole number of at least 1
 * @param alpha probability of both tails together, between 0 and 1, both excluded
 * @returns t such that |T| exceeds it with probability `alpha`
 * @throws RangeError when an argument is out of range
 */
export function studentQuantile(degrees: number, alpha: number): number {
  if (!Number.isInteger(degrees) || degrees < 1) {
    throw new RangeError(`degrees is ${degrees}, expected a whole number of at least 1`);
  }
  if (!(alpha > 0 && alpha < 1)) {
    throw new RangeError(`alpha is ${alpha}, expected a number between 0 and 1`);
  }
  const key = `${degrees} ${alpha}`;
  const known = quantiles.get(key);
  if (known !== undefined) return known;
  let low = 0;
  let high = Math.PI / 2;
  // 60 halvings of the angle leave less than the spacing of doubles near π/2.
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (centralProbability(degrees, middle) < 1 - alpha) low = middle;
    else high = middle;
  }
  const quantile = Math.sqrt(degrees) * Math.tan((low + high) / 2);
  quantiles.set(key, quantile);
  return quantile;
}

/** P(|T| ≤ √degrees · tan angle). */
function centralProbability(degrees: number, angle: number): number {
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const odd = degrees % 2 === 1;
  let term = odd ? cosine : 1;
  let sum = 0;
  for (let power = odd ? 1 : 0; power <= degrees - 2; power += 2) {
    sum += term;
    term *= ((power + 1) / (power + 2)) * cosine * cosine;
  }
  return odd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
}

/**
 * The estimator of Hodges and Lehmann (Annals of Mathematical Statistics 34(2), 1963): the median of
 * the means of every pair of values, each value with itself included. An outlier hardly moves it, and with normal
 * values it is nearly as precise as the mean. Its time is quadratic: a few hundred values are meant.
 *
 * @returns undefined when there are no values
 */
export function hodgesLehmann(values: readonly number[]): number | undefined {
  const count = values.length;
  const means = new Float64Array((count * (count + 1)) / 2);
  let at = 0;
  values.forEach((first, index) => {
    for (let other = index; other < count; other++) {
      means[at++] = (first + (values[other] as number)) / 2;
    }
  });
  means.sort();
  const upper = means[means.length >> 1];
  const lower = means[(means.length - 1) >> 1];
  return upper === undefined || lower === undefined ? undefined : (lower + upper) / 2;
}
