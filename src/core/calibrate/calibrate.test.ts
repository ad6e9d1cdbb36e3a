import { describe, expect, it } from 'vitest';
import { seeded } from '../plan/order.ts';
import { launchValues, ratioOf } from '../statistics/index.ts';
import {
  CONTROL,
  type NoiseModel,
  noiseModelOf,
  noiseModels,
  REFERENCE,
  simulateTurns,
} from './noise.ts';
import { simulatePower, simulateTables } from './simulate.ts';

describe('simulated turns', () => {
  const valuesIn = (noise: NoiseModel, launches: number) => {
    const cell = simulateTurns(noise, launches, ['one', 'two'], seeded(3));
    return launchValues(cell('one'), cell('two'));
  };

  it('have the spread of launches that their noise says', () => {
    const spread = { round: 0.01, session: 0.01, launch: 0.08 };
    const values = valuesIn({ ...noiseModelOf('usual'), spread }, 200);
    const { within = NaN, low = NaN, value = NaN } = ratioOf(values) ?? {};
    expect((Math.log(value / low) / 1.972) * Math.sqrt(200)).toBeCloseTo(0.08, 2);
    expect(Math.sqrt(6 * within)).toBeCloseTo(0.0105, 3);
  });

  it('have one launch effect for the reference and its control', () => {
    const spread = { round: 0.001, session: 0.001, launch: 0.5 };
    const cell = simulateTurns({ ...noiseModelOf('usual'), spread }, 3, [], seeded(3));
    for (const { value } of launchValues(cell(CONTROL), cell(REFERENCE))) {
      expect(Math.abs(value)).toBeLessThan(0.01);
    }
  });

  it('differ from one noise model to the next', () => {
    const first = noiseModels.map((noise) => valuesIn(noise, 1)[0]?.value);
    // Scenarios with more launches differ in nothing else.
    const alike = ['5 launches', '20 launches'].length;
    expect(new Set(first).size).toBe(noiseModels.length - alike);
  });
});

it('a scenario replays from its seed', () => {
  const quiet = (seed: number) => simulateTables('quiet', 1, seed);
  expect(quiet(1)).toEqual(quiet(1));
  expect(quiet(1).driftSeen).not.toBe(quiet(2).driftSeen);
  expect(() => simulateTables('fog', 1, 1)).toThrow('noise: got "fog", expected one of quiet');
});

it('a launch of few rounds tells no drift', () => {
  expect(simulateTables('few rounds', 1, 1)).not.toHaveProperty('withheld');
});

it.each([
  ['few rounds', 150],
  ['5 launches', 60],
  ['heavy tails', 40],
])('in small, intervals and marks are right with %s', (name, tables) => {
  const found = simulateTables(name, tables, 7);
  const { coverage, next, falseInColumn, falseInTable, wrong, missedBest, withheld = 0 } = found;
  expect(Math.min(coverage, next)).toBeGreaterThan(0.93);
  expect(Math.max(coverage, next)).toBeLessThan(0.97);
  expect(Math.max(falseInColumn, falseInTable, wrong, missedBest, withheld)).toBeLessThan(0.08);
  // The launch is the unit, because launches differ by more than their sessions tell.
  expect(found.coverageOfOne ?? 0).toBeLessThan(coverage);
});

it('the power of a plan is that of t with its degrees of freedom', () => {
  const found = simulatePower(2000, 1);
  for (const { spread, seen } of found) {
    // Half of the tables: t of eleven degrees for seven ratios, 3.28, times the standard error.
    expect(Math.log(seen.p50) / spread).toBeCloseTo(3.28 / Math.sqrt(12), 1);
    expect(seen.p90).toBeGreaterThan(seen.p50);
  }
  const within = found.map((each) => each.within);
  expect(within[0]).toBe(1);
  expect(within).toEqual(within.toSorted((one, other) => other - one));
});
