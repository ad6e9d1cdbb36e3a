import { mean } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { allCases } from '../../testing/all-cases.ts';
import { normal, type Random, seeded } from '../plan/index.ts';
import { FEWEST_STRETCHES, WarmUp } from './pilot.ts';

/** Operations of a stretch, as it comes about near a bench. */
const STRETCH = 8;

/** Operations until an arm counts as warm, in stretches of {@link STRETCH}, when operation `at` takes `timeOf(at)`. */
function operationsUntilWarm(timeOf: (at: number) => number, fewest: number): number {
  const warmUp = new WarmUp(fewest);
  let done = 0;
  while (!warmUp.warm && done < 100_000) {
    const times = Array.from({ length: STRETCH }, (_, at) => timeOf(done + at));
    warmUp.add(mean(times));
    done += STRETCH;
  }
  return done;
}

/** Times that begin at three times the last, and fall by a factor of e in so many operations. */
const falling = (over: number, random: Random) => (at: number) =>
  (1 + 2 * Math.exp(-at / over)) * Math.exp(0.05 * normal(random));
const flat = (random: Random) => () => Math.exp(0.05 * normal(random));

const runs = (curve: (random: Random) => (at: number) => number, fewest: number): number[] =>
  Array.from({ length: 50 }, (_, seed) => operationsUntilWarm(curve(seeded(seed)), fewest)).sort(
    (one, other) => one - other,
  );

describe('the warm-up of a process', () => {
  it.each(allCases ? [10, 100, 400] : [10, 100])(
    'does not end before a fall over %i operations is nearly over',
    (over) => {
      const done = runs((random) => falling(over, random), FEWEST_STRETCHES.first);
      const remains = (operations: number) => 2 * Math.exp(-operations / over);
      // In nine runs of ten less than a tenth is left of what a turn takes.
      expect(remains(done[5] ?? 0)).toBeLessThan(0.1);
      // And no run goes on without end.
      expect(done.at(-1)).toBeLessThan(30 * over + 40 * STRETCH);
    },
  );

  it('ends soon when times are flat from the start', () => {
    const done = runs(flat, FEWEST_STRETCHES.first);
    expect(done[0]).toBe(FEWEST_STRETCHES.first * STRETCH);
    expect(done[45]).toBeLessThanOrEqual(2 * FEWEST_STRETCHES.first * STRETCH);
  });

  it('ends soon however noisy flat times are', () => {
    const done = runs((random) => () => Math.exp(0.5 * normal(random)), FEWEST_STRETCHES.first);
    expect(done[45]).toBeLessThanOrEqual(8 * FEWEST_STRETCHES.first * STRETCH);
  });
});

describe('the warm-up of a session', () => {
  it('ends after as few stretches as two when times are flat', () => {
    const done = runs(flat, FEWEST_STRETCHES.later);
    expect(done[0]).toBe(FEWEST_STRETCHES.later * STRETCH);
    expect(done[45]).toBeLessThanOrEqual(8 * STRETCH);
  });
});
