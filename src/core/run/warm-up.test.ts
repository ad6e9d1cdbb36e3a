import { mean } from 'simple-statistics';
import { expect, it } from 'vitest';
import { allCases } from '../../testing/all-cases.ts';
import { normal, type Random, seeded } from '../plan/index.ts';
import { FEWEST_STRETCHES, WarmUp } from './warm-up.ts';

const { first, later } = FEWEST_STRETCHES;
/** Operations of a stretch, as many as on one machine. */
const STRETCH = 8;

/** Operations until an arm counts as warm, in fifty runs, ascending. @param timeOf time of an operation at a place */
function untilWarm(timeOf: (at: number, random: Random) => number, fewest: number): number[] {
  const run = (random: Random) => {
    const warmUp = new WarmUp(fewest);
    let done = 0;
    for (; !warmUp.warm && done < 100_000; done += STRETCH) {
      warmUp.add(mean(Array.from({ length: STRETCH }, (_, at) => timeOf(done + at, random))));
    }
    return done;
  };
  const all = Array.from({ length: 50 }, (_, seed) => run(seeded(seed)));
  return all.sort((one, other) => one - other);
}
const noise = (random: Random, spread: number) => Math.exp(spread * normal(random));

it.each(allCases ? [10, 100, 400] : [10, 100])(
  'a warm-up does not end before a fall over %i operations is nearly over',
  (over) => {
    const fall = (at: number) => 2 * Math.exp(-at / over);
    const done = untilWarm((at, random) => (1 + fall(at)) * noise(random, 0.05), first);
    // In nine runs of ten less than a tenth is left of the time of a turn.
    expect(fall(done[5] ?? 0)).toBeLessThan(0.1);
    // And no run goes on without end.
    expect(done.at(-1)).toBeLessThan(30 * over + 40 * STRETCH);
  },
);

it.each([
  ['of a process', first, 0.05, 2 * first],
  ['of a process, with noise', first, 0.5, 8 * first],
  ['of a session', later, 0.05, 8],
])('the warm-up %s ends soon if times are flat from the start', (_, fewest, spread, most) => {
  const done = untilWarm((_at, random) => noise(random, spread), fewest);
  expect(done[0]).toBe(fewest * STRETCH);
  expect(done[45]).toBeLessThanOrEqual(most * STRETCH);
});
