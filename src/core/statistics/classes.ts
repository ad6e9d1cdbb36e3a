/** Is an arm slower, faster, or about as fast? Classes of the ratios of one table, which are judged together. */
import { ALPHA, errorOf, intervalFor, type LaunchValue, type Ratio } from './estimator.ts';
import { type Interval, studentQuantile } from './student.ts';
import { mean, sampleStandardDeviation } from 'simple-statistics';

/** Half-width of what counts as about as fast, as a fraction. */
export const MARGIN = 0.1;

/** The classes of a ratio; `by-margin` means by 10 % or more, `open` that the interval allows several. */
export const ratioClasses = [
  'within',
  'slower-by-margin',
  'slower',
  'faster-by-margin',
  'faster',
  'open',
] as const;
export type RatioClass = (typeof ratioClasses)[number];

/**
 * Error of one of several intervals that hold together in 95 % of the cases (Šidák, Journal of the American
 * Statistical Association 62(318), 1967).
 *
 * @param family how many are judged together
 */
export function sharedAlpha(family: number): number {
  return 1 - (1 - ALPHA) ** (1 / Math.max(1, family));
}

/**
 * The class of a ratio, the first that fits the whole interval.
 *
 * @param family ratios with a class in the same table
 * @param margin as a fraction; on the log scale it reaches equally far to both sides, to 1.1 and to 1 ÷ 1.1
 */
export function classOf(ratio: Ratio, family: number, margin = MARGIN): RatioClass {
  const interval = intervalFor(ratio, sharedAlpha(family));
  if (interval === undefined) return 'open';
  const { low, high } = interval;
  const limit = 1 + margin;
  if (low >= 1 / limit && high <= limit) return 'within';
  if (low > 1) return low > limit ? 'slower-by-margin' : 'slower';
  if (high < 1) return high < 1 / limit ? 'faster-by-margin' : 'faster';
  return 'open';
}

/**
 * Smallest difference that nine in ten such runs would call slower or faster, as a fraction; undefined without an
 * interval.
 *
 * @param family ratios with a class in the same table
 */
export function visibleFrom(ratio: Ratio, family: number): number | undefined {
  const known = errorOf(ratio);
  if (known === undefined) return undefined;
  const { error, degrees } = known;
  // One tenth of the runs errs so far to one side.
  const reach = studentQuantile(degrees, sharedAlpha(family)) + studentQuantile(degrees, 0.2);
  return Math.exp(reach * error) - 1;
}

/** The class of the ratio seen from the other side. */
export function inverseClass(of: RatioClass): RatioClass {
  if (of.startsWith('slower')) return of.replace('slower', 'faster') as RatioClass;
  return of.replace('faster', 'slower') as RatioClass;
}

/**
 * True if an arm may be the fastest of several: it is not known to be slower than any other. These are multiple
 * comparisons with the best (Hsu, Annals of Statistics 9(5), 1981; for unequal variances Edwards and Hsu, Journal of
 * the American Statistical Association 78(384), 1983). The truly fastest one is told so in at least 95 %, because
 * each of its comparisons errs to one side only and has its part of the error.
 *
 * @param ratios of the arm’s time to that of every other
 */
export function mayBeBest(ratios: readonly Ratio[]): boolean {
  // Half of an interval’s error lies on each side.
  const alpha = (2 * ALPHA) / ratios.length;
  return ratios.every((ratio) => (intervalFor(ratio, alpha)?.low ?? 0) <= 1);
}

/** Change of a ratio within a launch beyond which it is withheld, as a fraction. */
export const MOST_DRIFT = 0.03;

/** How a ratio changed from the first quarter of a launch to the last. */
export interface Drift extends Interval {
  value: number;
  /** True if the whole interval lies outside of 3 % to either side: the ratio is then withheld. */
  withheld?: true;
}

/**
 * The drift of a ratio over launches; undefined of fewer than two that tell it.
 *
 * @param family ratios of the same plan
 */
export function driftOf(launches: readonly LaunchValue[], family: number): Drift | undefined {
  const found = changeOf(
    launches.flatMap(({ drift }) => drift ?? []),
    family,
  );
  if (found === undefined) return undefined;
  const limit = 1 + MOST_DRIFT;
  return found.low > limit || found.high < 1 / limit ? { ...found, withheld: true } : found;
}

/**
 * A change that each launch shows, with an interval that holds for the whole family.
 *
 * @param logs its log in each launch
 */
export function changeOf(logs: readonly number[], family: number) {
  if (logs.length < 2) return undefined;
  const centre = mean([...logs]);
  const error = sampleStandardDeviation([...logs]) / Math.sqrt(logs.length);
  const half = studentQuantile(logs.length - 1, sharedAlpha(family)) * error;
  return { value: Math.exp(centre), low: Math.exp(centre - half), high: Math.exp(centre + half) };
}
