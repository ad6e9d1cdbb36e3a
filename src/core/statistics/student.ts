/** How far from a mean of so many values may the truth lie? Quantiles of Student’s t, and the interval they make. */

/** Both ends of an interval of confidence, in the unit of what it is about. */
export interface Interval {
  low: number;
  high: number;
}

/** Quantiles that were found: tables ask for the same few again and again. */
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
