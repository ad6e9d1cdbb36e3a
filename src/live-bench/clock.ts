/** The step of the page's clock: some browsers make it coarse, so that nobody can be told by it. */
import { formatMs } from '../numbers/format.ts';

/** Steps that are looked at: the clock of a browser may step irregularly. */
const STEPS = 3;
/** Longest that a clock is waited for, in ms of another clock. */
const LONGEST_MS = 350;

/** The smallest step that the page's clock was seen to make, in ms. */
export function clockStepMs(now = () => performance.now(), other = () => Date.now()): number {
  const until = other() + LONGEST_MS;
  let smallest = Infinity;
  for (let step = 0; step < STEPS; step += 1) {
    const before = now();
    let after = now();
    while (after <= before && other() < until) after = now();
    if (after > before) smallest = Math.min(smallest, after - before);
  }
  return smallest === Infinity ? LONGEST_MS : smallest;
}

export function clockText(stepMs: number): string {
  return `The clock of this browser moves in steps of ${formatMs(stepMs)}, too coarse to time these calls. Use another browser, or turn off its protection against fingerprinting for this site.`;
}
