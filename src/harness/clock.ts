/** Steps looked at: enough to meet a small one, few enough for a clock that moves once a ms. */
const STEPS = 20;
/** Readings before a clock counts as standing still: tens of milliseconds on any machine. */
const READINGS = 5_000_000;

/**
 * Finds the smallest step a clock makes, by reading it until it moves, several times over.
 *
 * @param now A clock in ms.
 * @returns The smallest step seen, in µs.
 * @throws RangeError when the clock does not move.
 */
export function clockStepUs(now: () => number): number {
  let smallest = Infinity;
  let readings = 0;
  for (let step = 0; step < STEPS; step += 1) {
    const before = now();
    let after = now();
    while (after <= before) {
      readings += 1;
      if (readings > READINGS) {
        throw new RangeError(
          `clock: still at ${before} ms after ${READINGS} readings, expected it to move`,
        );
      }
      after = now();
    }
    smallest = Math.min(smallest, after - before);
  }
  // Clocks step in whole nanoseconds at best; the rest is what subtracting floats leaves behind.
  return Math.max(1, Math.round(smallest * 1e6)) / 1000;
}
