/** Shapes that a set of durations can have, and what a single figure hides of them. */

/** Fewest samples from which a shape is read. */
const FEWEST_SAMPLES = 50;
/** Fewest samples in the thinner hump, and its smallest part of all. */
const FEWEST_IN_HUMP = 10;
const SMALLEST_PART = 0.1;
/** The valley must be this much thinner than the thinner hump. */
const VALLEY = 0.25;
/** Humps closer than this ratio, or than so many steps of the clock, are not told apart. */
const SMALLEST_RATIO = 1.25;
const SMALLEST_STEPS = 6;

/**
 * Whether durations gather in two humps with a valley between them. The two groups are those with
 * the least spread inside (Otsu, IEEE Transactions on Systems, Man, and Cybernetics 9(1), 1979),
 * on the log scale so that a long tail is not taken for a group; they are humps if few samples lie
 * half way between their medians. Errs on the side of silence.
 *
 * @param sortedUs durations in µs, ascending
 * @param clockStepUs smallest step of the clock, in µs
 */
export function isTwoHumped(sortedUs: readonly number[], clockStepUs: number): boolean {
  const count = sortedUs.length;
  if (count < FEWEST_SAMPLES || (sortedUs[0] as number) <= 0) return false;
  const logs = sortedUs.map(Math.log);
  const split = bestSplit(logs);
  if (Math.min(split, count - split) < SMALLEST_PART * count) return false;
  const low = logs[split >> 1] as number;
  const high = logs[(split + count) >> 1] as number;
  if (high - low < Math.log(SMALLEST_RATIO)) return false;
  if (Math.exp(high) - Math.exp(low) < SMALLEST_STEPS * clockStepUs) return false;

  const half = (high - low) / 6;
  const near = (centre: number) => logs.filter((log) => Math.abs(log - centre) <= half).length;
  const thinner = Math.min(near(low), near(high));
  return thinner >= FEWEST_IN_HUMP && near((low + high) / 2) < VALLEY * thinner;
}

/** Number of values in the lower of the two groups that have the least spread inside. */
function bestSplit(sorted: readonly number[]): number {
  const total = sorted.reduce((sum, value) => sum + value, 0);
  let best = 0;
  let bestBetween = -1;
  let below = 0;
  for (let split = 1; split < sorted.length; split++) {
    below += sorted[split - 1] as number;
    const gap = (total - below) / (sorted.length - split) - below / split;
    const between = split * (sorted.length - split) * gap * gap;
    if (between > bestBetween) [best, bestBetween] = [split, between];
  }
  return best;
}

/**
 * Whether durations that are otherwise short have a hump at 40 ms, the time for which Linux holds
 * back an acknowledgement. A sender that waits for it (Nagle's algorithm) then loses that time.
 *
 * @param sortedUs durations in µs, ascending
 */
export function hasDelayedAckHump(sortedUs: readonly number[]): boolean {
  const between = (fromMs: number, toMs: number) =>
    sortedUs.filter((us) => us >= fromMs * 1000 && us < toMs * 1000).length;
  const median = sortedUs[sortedUs.length >> 1];
  if (median === undefined || median >= 20_000) return false;
  const hump = between(38, 48);
  return (
    hump >= Math.max(5, 0.01 * sortedUs.length) &&
    hump > 4 * Math.max(between(28, 38), between(48, 58))
  );
}

/**
 * Standard score of the trend in a series by Mann and Kendall's test (Mann, Econometrica 13(3),
 * 1945), with continuity correction: near 0 where there is none, beyond ±3.7 in 2 of 10,000 such
 * series. Makes no assumption on the distribution of the values.
 */
export function trendScore(series: readonly number[]): number {
  const count = series.length;
  let rising = 0;
  series.forEach((earlier, index) => {
    for (let later = index + 1; later < count; later++) {
      rising += Math.sign((series[later] as number) - earlier);
    }
  });
  if (rising === 0) return 0;
  const variance = (count * (count - 1) * (2 * count + 5)) / 18;
  return (rising - Math.sign(rising)) / Math.sqrt(variance);
}
