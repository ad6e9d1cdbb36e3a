/**
 * Several estimates of one value, such as those of repeated runs: their common centre, and the place of the next
 * one. Each has an error of its own, and in addition they differ from one another (random effects).
 */
import { mean, sampleVariance } from 'simple-statistics';

/** One of several estimates of a value. */
export interface ClusterEstimate {
  estimate: number;
  /** Square of its own standard error; 0 for all of them if that is not known. */
  variance: number;
}

/** The estimates taken together. */
export interface RandomEffects {
  centre: number;
  /** Variance between the estimates beyond their own errors. */
  between: number;
  /** Standard error of the centre. */
  standardError: number;
  /** Standard error of the next estimate about the centre. */
  nextError: number;
  /** Degrees of freedom of both errors. */
  degrees: number;
}

/** Least variance that weighs an estimate, so that equal estimates without errors have weights at all. */
const LEAST = 1e-18;

/**
 * Combines estimates by random effects. The variance between them is Paule and Mandel’s (Journal of Research of the
 * National Bureau of Standards 87(5), 1982). The error of the centre is Hartung and Knapp’s (Statistics in Medicine
 * 20(24), 2001), for Student’s t with one degree of freedom less than there are estimates.
 *
 * The interval of the next estimate is that of Higgins, Thompson and Spiegelhalter (Journal of the Royal Statistical
 * Society A 172(1), 2009), with two differences. A run shows its own estimate and no true value, so that the
 * estimate’s own error is part of it. And the degrees of freedom are those of the centre: with the one less that
 * they propose, three runs would have an interval three times as wide that nearly always holds.
 *
 * Hartung and Knapp’s factor may be below 1, if the estimates agree better than their errors let expect. It is
 * kept: at 1 or more, the intervals of runs that hardly differ would hold in 99 % (`npm run bench -- repeats`).
 *
 * @param estimates at least two
 */
export function randomEffectsOf(estimates: readonly ClusterEstimate[]): RandomEffects {
  const degrees = estimates.length - 1;
  const between = betweenVariance(estimates);
  const { centre, squares, weight } = weighted(estimates, between);
  const factor = squares / degrees;
  const own = mean(estimates.map(({ variance }) => variance));
  return {
    centre,
    between,
    standardError: Math.sqrt(factor / weight),
    nextError: Math.sqrt(factor * (between + own + 1 / weight)),
    degrees,
  };
}

/** The variance between estimates at which their weighted squares are as many as their degrees of freedom; 0 if they are fewer. */
function betweenVariance(estimates: readonly ClusterEstimate[]): number {
  const isTooSmall = (between: number): boolean =>
    weighted(estimates, between).squares > estimates.length - 1;
  if (!isTooSmall(0)) return 0;
  let low = 0;
  let high = sampleVariance(estimates.map(({ estimate }) => estimate));
  // 60 halvings leave less than the spacing of doubles.
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (isTooSmall(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Centre by inverse variances, weighted squares about it, and the sum of all weights. */
function weighted(estimates: readonly ClusterEstimate[], between: number) {
  const weights = estimates.map(({ variance }) => 1 / Math.max(LEAST, variance + between));
  const sumOf = (of: (estimate: number) => number): number =>
    estimates.reduce((sum, { estimate }, at) => sum + (weights[at] ?? 0) * of(estimate), 0);
  const weight = sumOf(() => 1);
  const centre = sumOf((estimate) => estimate) / weight;
  return { centre, weight, squares: sumOf((estimate) => (estimate - centre) ** 2) };
}
