/**
 * Two independent runs of the same arm: how many times the time of the first the second takes.
 * Within one run, paired rounds tell more: see verdict.ts.
 */
import { errorFunction, median } from 'simple-statistics';
import {
  hodgesLehmann,
  INTERVAL_ALPHA,
  LOWEST_LEVEL,
  type Estimate,
  type Interval,
} from './interval.ts';
import { bySession, type Cell, msPerOperation } from './cells.ts';
import { DECISION_ALPHA, decide, type Decision } from './verdict.ts';

/** Every value of one sample less every value of the other. */
export interface Differences {
  /** Number of values in each sample. */
  first: number;
  second: number;
  /** All `first × second` differences, second less first, ascending. */
  sorted: Float64Array;
}

/** A ratio of two runs with its verdict. */
export interface TwoRunsJudged extends Decision {
  /** Absent when a run has nothing that counts. */
  ratio: Estimate | undefined;
}

/** Above this number of values in a sample the normal approximation stands in for exact ranks. */
const MOST_EXACT = 60;

/** Sums of probabilities stray in their last digits; an error of exactly `alpha` is still allowed. */
const ROUNDING = 1 + 1e-9;

/** The differences between two samples, for {@link hodgesLehmann} and {@link shiftInterval}. */
export function differencesOf(first: readonly number[], second: readonly number[]): Differences {
  const sorted = new Float64Array(first.length * second.length);
  let at = 0;
  for (const later of second) for (const earlier of first) sorted[at++] = later - earlier;
  return { first: first.length, second: second.length, sorted: sorted.sort() };
}

/**
 * Interval of the shift, from the distribution of Mann and Whitney's statistic (Hollander, Wolfe
 * and Chicken, Nonparametric Statistical Methods, 3rd ed., 4.3). It holds its level when both
 * samples have the same distribution but for the shift, whatever that distribution is.
 *
 * @param alpha error allowed, as a fraction
 * @returns undefined when the samples are too small for that level
 */
export function shiftInterval(differences: Differences, alpha: number): Interval | undefined {
  const { first, second, sorted } = differences;
  if (first === 0 || second === 0) return undefined;
  const tail = rankSumTail(first, second);
  // The largest number of differences that may lie outside on each side.
  let [outside, tooMany] = [-1, Math.ceil(sorted.length / 2)];
  while (tooMany - outside > 1) {
    const middle = (outside + tooMany) >> 1;
    if (2 * tail(middle) <= alpha * ROUNDING) outside = middle;
    else tooMany = middle;
  }
  if (outside < 0) return undefined;
  const low = sorted[outside] as number;
  const high = sorted[sorted.length - 1 - outside] as number;
  return { low, high, level: 1 - 2 * tail(outside) };
}

/**
 * Judges each pair of runs of an arm, all of them together; see `judge`. What the machine did
 * between the runs is part of the ratio: no interval can tell it from a change of the arm.
 *
 * @param pairs the same arm and workload in the first run and in the second
 * @param margin half-width of what counts as equal, as a fraction
 */
export function judgeTwoRuns(
  pairs: ReadonlyArray<readonly [first: Cell, second: Cell]>,
  margin: number,
): TwoRunsJudged[] {
  const family = pairs.map(([first, second]) => differencesOf(logTimes(first), logTimes(second)));
  const ratioInterval = (index: number, alpha: number) =>
    asRatio(shiftInterval(family[index] as Differences, alpha));
  const decisions = decide(family.length, margin, (index, divisor) =>
    ratioInterval(index, DECISION_ALPHA / divisor),
  );
  return decisions.map((decision, index) => {
    const shift = hodgesLehmann(family[index] as Differences);
    // Three sessions each cannot reach 95 %; what they do reach is still worth showing.
    const interval = ratioInterval(index, INTERVAL_ALPHA) ?? ratioInterval(index, 1 - LOWEST_LEVEL);
    const ratio = shift === undefined ? undefined : { estimate: Math.exp(shift), interval };
    return { ratio, ...decision };
  });
}

/** Zero time, on a clock too coarse for the work, has no logarithm; a notice tells of it. */
function logTimes(cell: Cell): number[] {
  const logs = [...bySession(cell).values()].map((units) =>
    Math.log(median(units.map(msPerOperation))),
  );
  return logs.filter(Number.isFinite);
}

function asRatio(interval: Interval | undefined): Interval | undefined {
  if (interval === undefined) return undefined;
  return { ...interval, low: Math.exp(interval.low), high: Math.exp(interval.high) };
}

/** P(U ≤ u) for Mann and Whitney's U of two samples without ties that do not differ. */
function rankSumTail(first: number, second: number): (u: number) => number {
  if (Math.max(first, second) > MOST_EXACT) {
    const centre = (first * second) / 2;
    const deviation = Math.sqrt((first * second * (first + second + 1)) / 12);
    return (u) => (1 - errorFunction((centre - u - 0.5) / deviation / Math.SQRT2)) / 2;
  }
  const tail = exactTail(first, second);
  return (u) => tail[u] ?? 1;
}

const tails = new Map<string, Float64Array>();

/** The results are kept, since judging asks for the same few sizes again and again. */
function exactTail(first: number, second: number): Float64Array {
  const key = `${first} ${second}`;
  const kept = tails.get(key);
  if (kept !== undefined) return kept;
  let sum = 0;
  const tail = rankSumDistribution(first, second).map((probability) => (sum += probability));
  tails.set(key, tail);
  return tail;
}

/**
 * P(U = u) for u from 0, by Mann and Whitney's recursion (Annals of Mathematical Statistics
 * 18(1), 1947): the largest of all values belongs to either sample with a chance that is the
 * sample's part of the whole, and counts for every value of the other if it is of the second.
 */
function rankSumDistribution(first: number, second: number): Float64Array {
  let row: Float64Array[] = Array.from({ length: second + 1 }, () => Float64Array.of(1));
  for (let a = 1; a <= first; a += 1) {
    const next: Float64Array[] = [Float64Array.of(1)];
    for (let b = 1; b <= second; b += 1) {
      const ofFirst = row[b] as Float64Array;
      const ofSecond = next[b - 1] as Float64Array;
      next.push(
        Float64Array.from({ length: a * b + 1 }, (_, u) => {
          const withFirst = (a / (a + b)) * (ofFirst[u - b] ?? 0);
          return withFirst + (b / (a + b)) * (ofSecond[u] ?? 0);
        }),
      );
    }
    row = next;
  }
  return row[second] as Float64Array;
}
