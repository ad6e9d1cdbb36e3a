import { DECISION_ALPHA } from './verdict.ts';

/** How much longer each stretch between looks makes the run. */
const GROWTH = 1.45;

/**
 * Rounds after which a run that goes on until it is decided may be looked at. The first look comes
 * as soon as ranks can decide anything at the error allotted to it, the others in growing steps,
 * the last at `maxRounds`: 9, 13, 19, 28 and 40 for a run of at most 40.
 *
 * @throws RangeError unless `maxRounds` is a whole number of at least 1
 */
export function planLooks(maxRounds: number): number[] {
  if (!Number.isInteger(maxRounds) || maxRounds < 1) {
    throw new RangeError(`maxRounds is ${maxRounds}, expected a whole number of at least 1`);
  }
  const looks: number[] = [];
  let rounds = 1;
  while (rounds < maxRounds && 2 ** (1 - rounds) > (DECISION_ALPHA * rounds) / maxRounds)
    rounds += 1;
  for (; rounds < maxRounds; rounds = Math.round(rounds * GROWTH)) looks.push(rounds);
  // A look shortly before the last would only take from what the last is allotted.
  if (looks.length > 0 && (looks.at(-1) as number) * Math.sqrt(GROWTH) > maxRounds) looks.pop();
  return [...looks, maxRounds];
}

/**
 * Part of the error allotted to a look after so many rounds, from 0 to 1: the rounds since the
 * look before it as a fraction of all that may be run. This spends the error evenly over the run
 * (alpha spending: Lan and DeMets, Biometrika 70(3), 1983, with the linear function). A run that
 * ends between two looks, because its time is up, spends all that is left.
 *
 * The shares of a run add up to at most 1, so the chance of an error at any look is at most the
 * sum of the chances at each: nothing needs to be assumed of how the looks hang together.
 */
export function shareOfLook(rounds: number, maxRounds: number): number {
  const looks = planLooks(maxRounds);
  const before = looks.findLast((look) => look < rounds) ?? 0;
  const spentUpTo = looks.includes(rounds) ? rounds : maxRounds;
  return (spentUpTo - before) / maxRounds;
}
