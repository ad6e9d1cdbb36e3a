import { mean, sampleStandardDeviation } from 'simple-statistics';
import { FEWEST_VALUES, type Interval } from './statistics-interval.ts';
import { studentQuantile } from './statistics-student.ts';

/** Values with all their pairwise means, from which estimate and intervals are read. */
export interface WalshAverages {
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
 * of the Walsh averages. It hardly moves for a wild value, and wastes little on tame ones.
 *
 * @returns undefined when there are no values
 */
export function hodgesLehmann({ sorted }: WalshAverages): number | undefined {
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
