import { mean, medianSorted, sampleStandardDeviation } from 'simple-statistics';

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

/** An arm’s time ÷ another’s, in one row: as findings, links, figures and the site’s JSON have it. */
export interface FlatRatio {
  ratio: number;
  /** Ends of its interval; absent where there is none. */
  low?: number | undefined;
  high?: number | undefined;
}

/** A ratio in one row. */
export function flatRatio({ estimate, interval }: Estimate): FlatRatio {
  return { ratio: estimate, ...endsOf(interval) };
}

/** Both ends of an interval; no fields without one. */
export function endsOf(interval: Interval | undefined): { low?: number; high?: number } {
  return interval === undefined ? {} : { low: interval.low, high: interval.high };
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

/**
 * Quantile of Student's t distribution with a whole number of degrees of freedom.
 *
 * The distribution function is the finite trigonometric sum of Abramowitz and Stegun, Handbook of
 * Mathematical Functions, 26.7.3 and 26.7.4; the quantile is found by bisection on its angle.
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
  const kept = quantiles.get(key);
  if (kept !== undefined) return kept;
  let low = 0;
  let high = Math.PI / 2;
  // 60 halvings leave less than the spacing of doubles near π/2.
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (centralProbability(degrees, middle) < 1 - alpha) low = middle;
    else high = middle;
  }
  const quantile = Math.sqrt(degrees) * Math.tan((low + high) / 2);
  quantiles.set(key, quantile);
  return quantile;
}

/** A run asks for the same few again and again. */
const quantiles = new Map<string, number>();

/** P(|T| ≤ √degrees · tan angle). */
function centralProbability(degrees: number, angle: number): number {
  const sine = Math.sin(angle);
  const cosine = Math.cos(angle);
  const odd = degrees % 2 === 1;
  let term = odd ? cosine : 1;
  let sum = 0;
  for (let power = odd ? 1 : 0; power <= degrees - 2; power += 2) {
    sum += term;
    term *= ((power + 1) / (power + 2)) * cosine * cosine;
  }
  return odd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
}

/** Values with all their pairwise means, from which estimate and intervals are read. */
interface WalshAverages {
  values: readonly number[];
  /** Means of every pair of values, each value with itself included, in ascending order. */
  sorted: Float64Array;
}

/**
 * Means of every pair of values (Walsh averages): n(n + 1)/2 of them. The time is quadratic:
 * a few hundred values are meant, not thousands.
 */
export function walshAverages(values: readonly number[]): WalshAverages {
  const count = values.length;
  const sorted = new Float64Array((count * (count + 1)) / 2);
  let at = 0;
  values.forEach((first, index) => {
    for (let other = index; other < count; other++) {
      sorted[at++] = (first + (values[other] as number)) / 2;
    }
  });
  return { values, sorted: sorted.sort() };
}

/**
 * The estimator of Hodges and Lehmann (Annals of Mathematical Statistics 34(2), 1963): the median
 * of the Walsh averages of one sample. It hardly moves for a wild value, and wastes little on tame ones.
 *
 * @returns undefined when there are no values
 */
export function hodgesLehmann({ sorted }: Pick<WalshAverages, 'sorted'>): number | undefined {
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  return upper === undefined || lower === undefined ? undefined : (lower + upper) / 2;
}

/**
 * Critical value of Wilcoxon's signed-rank test, two-sided: the largest rank sum whose
 * probability, both tails together, is at most `alpha` when signs are a matter of chance.
 *
 * @param count number of values, without ties
 * @param alpha error of both tails together, as a fraction
 * @returns -1 when even a rank sum of 0 is likelier than that
 */
export function criticalRankSum(count: number, alpha: number): number {
  const tail = signedRankTail(count);
  let rankSum = -1;
  while (rankSum + 1 < tail.length && 2 * (tail[rankSum + 1] as number) <= alpha) rankSum += 1;
  return rankSum;
}

/**
 * Interval for the centre of symmetric values, from the exact distribution of Wilcoxon's signed
 * ranks (Hollander, Wolfe and Chicken, Nonparametric Statistical Methods, 3rd ed., 3.3). It holds
 * its level for any symmetric distribution, however heavy the tails.
 *
 * With very few values ranks alone cannot reach the level: five give 93.75 % at most. Then the
 * interval is the hull of all values and Student's t interval, which reaches it for values that
 * are about normal, while the level given is the one that ranks warrant for any others.
 *
 * @param alpha error allowed, as a fraction: 0.05 for a 95 % interval
 * @returns undefined when the values are too few for any interval worth the name
 */
export function signedRankInterval(walsh: WalshAverages, alpha: number): Interval | undefined {
  const { values, sorted } = walsh;
  if (values.length < FEWEST_VALUES) return undefined;
  const rankSum = criticalRankSum(values.length, alpha);
  const outside = Math.max(rankSum, 0);
  let low = sorted[outside] as number;
  let high = sorted[sorted.length - 1 - outside] as number;
  if (rankSum >= 0) {
    const missed = 2 * (signedRankTail(values.length)[rankSum] as number);
    return { low, high, level: 1 - missed };
  }
  const centre = mean(values);
  const halfWidth =
    (studentQuantile(values.length - 1, alpha) * sampleStandardDeviation(values)) /
    Math.sqrt(values.length);
  low = Math.min(low, centre - halfWidth);
  high = Math.max(high, centre + halfWidth);
  return { low, high, level: 1 - 2 ** (1 - values.length) };
}

const tails = new Map<number, Float64Array>();

/**
 * Lower half of the distribution function of the signed-rank sum, P(T ≤ t) for t from 0, by the
 * usual recursion: each rank belongs to the sum with probability one half. The results are kept,
 * since a run asks for the same few sizes again and again.
 */
function signedRankTail(count: number): Float64Array {
  const kept = tails.get(count);
  if (kept !== undefined) return kept;
  const tail = new Float64Array(((count * (count + 1)) >> 2) + 1);
  tail[0] = 1;
  for (let rank = 1; rank <= count; rank++) {
    for (let sum = tail.length - 1; sum >= 0; sum--) {
      const without = sum >= rank ? (tail[sum - rank] as number) : 0;
      tail[sum] = ((tail[sum] as number) + without) / 2;
    }
  }
  for (let sum = 1; sum < tail.length; sum++) {
    tail[sum] = (tail[sum] as number) + (tail[sum - 1] as number);
  }
  tails.set(count, tail);
  return tail;
}
