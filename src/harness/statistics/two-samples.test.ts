import { describe, expect, it } from 'vitest';
import { normal, seeded, type Random } from '../plan/index.ts';
import { madeUpRounds } from '../testing/fixture.ts';
import { hodgesLehmann } from './interval.ts';
import { cellsOf, type Cell } from './cells.ts';
import { differencesOf, judgeTwoRuns, shiftInterval, type Differences } from './two-samples.ts';

const draw = (count: number, value: () => number) => Array.from({ length: count }, value);

describe('the estimate of the shift', () => {
  it('is the shift of samples that differ by one, and ignores a wild value', () => {
    expect(hodgesLehmann(differencesOf([1, 2, 3], [5, 6, 7]))).toBe(4);
    expect(hodgesLehmann(differencesOf([1, 2, 3, 4, 5], [5, 6, 7, 8, 1e9]))).toBe(4);
    expect(hodgesLehmann(differencesOf([], [1]))).toBeUndefined();
  });
});

describe('shiftInterval', () => {
  // Number of differences left out on each side, from the critical values of Mann and Whitney's U
  // at 5 % two-sided, as printed in most textbooks.
  it.each([
    [5, 5, 2],
    [8, 8, 13],
    [10, 10, 23],
    [15, 15, 64],
    [20, 20, 127],
    [5, 10, 8],
    [12, 7, 18],
  ])('leaves out as many differences as the tables say: %i and %i', (first, second, critical) => {
    const differences = ladder(first, second);
    const interval = shiftInterval(differences, 0.05);
    expect(interval?.low).toBe(critical);
    expect(interval?.high).toBe(first * second - 1 - critical);
    expect(interval?.level).toBeGreaterThanOrEqual(0.95);
  });

  it('goes over to the normal approximation without a jump', () => {
    const exact = shiftInterval(ladder(60, 60), 0.05);
    const approximate = shiftInterval(ladder(61, 60), 0.05);
    expect((approximate?.low ?? NaN) / (61 * 60)).toBeCloseTo((exact?.low ?? NaN) / (60 * 60), 2);
    expect(approximate?.level).toBeCloseTo(0.95, 3);
  });

  it('is absent where the samples are too small for the level', () => {
    expect(shiftInterval(ladder(3, 3), 0.05)).toBeUndefined();
    expect(shiftInterval(ladder(3, 3), 0.1)).toBeDefined();
    expect(shiftInterval(ladder(0, 9), 0.1)).toBeUndefined();
  });

  const distributions: Record<string, (random: Random) => number> = {
    'log-normal': (random) => 0.3 * normal(random),
    Pareto: (random) => -Math.log(1 - random()) / 1.5,
    'two-humped': (random) => (random() < 0.7 ? 0 : 1) + 0.05 * normal(random),
  };
  const cases = Object.keys(distributions).flatMap((name) =>
    [[5, 5] as const, [15, 15] as const, [40, 12] as const].map(
      (sizes) => [name, ...sizes] as const,
    ),
  );
  it.each(cases)('holds its level for %s times, %i and %i blocks', (name, first, second) => {
    const random = seeded(first + second);
    const value = distributions[name] ?? normal;
    const truth = Math.log(1.2);
    const runs = 2000;
    let covering = 0;
    let level = 0;
    for (let run = 0; run < runs; run += 1) {
      const before = draw(first, () => value(random));
      const after = draw(second, () => value(random) + truth);
      const interval = shiftInterval(differencesOf(before, after), 0.05);
      if (interval === undefined) continue;
      level = interval.level;
      if (interval.low <= truth && truth <= interval.high) covering += 1;
    }
    expect(level).toBeGreaterThanOrEqual(0.95);
    // Three standard errors of the share of 2,000 runs.
    expect(Math.abs(covering / runs - level)).toBeLessThan(0.015);
  });
});

describe('judgeTwoRuns', () => {
  const arms = ['one', 'two', 'three'];
  /** Cells of a run whose arms take so many times 200 µs. */
  const cells = (seed: number, factor: (arm: string) => number, rounds = 15): readonly Cell[] => {
    const random = seeded(seed);
    const block = ({ arm }: { arm: string }) =>
      draw(10, () => Math.round(200_000 * factor(arm) * Math.exp(0.02 * normal(random))));
    return cellsOf(madeUpRounds({ arms, rounds, block }));
  };
  const judged = (first: readonly Cell[], second: readonly Cell[]) =>
    judgeTwoRuns(
      first.map((cell, index) => [cell, second[index] as Cell] as const),
      0.05,
    );

  it('tells slower, faster and equal, the ratio stated as second ÷ first', () => {
    const factors: Record<string, number> = { one: 1, two: 1.3, three: 0.7 };
    const results = judged(
      cells(1, () => 1),
      cells(2, (arm) => factors[arm] ?? 1),
    );
    expect(results.map(({ verdict }) => verdict)).toEqual(['equal', 'slower', 'faster']);
    expect(results[1]?.ratio?.estimate).toBeCloseTo(1.3, 1);
  });

  it('decides nothing from three sessions, but shows the interval they allow', () => {
    const results = judged(
      cells(1, () => 1, 3),
      cells(2, () => 2, 3),
    );
    expect(results.map(({ verdict }) => verdict)).toEqual(arms.map(() => 'undecided'));
    expect(results[0]?.ratio?.interval?.level).toBeCloseTo(0.9, 6);
  });

  it('calls the same arm different in at most one run in twenty, all arms together', () => {
    let different = 0;
    for (let run = 0; run < 400; run += 1) {
      const results = judged(
        cells(2 * run, () => 1),
        cells(2 * run + 1, () => 1),
      );
      if (results.some(({ verdict }) => verdict === 'slower' || verdict === 'faster'))
        different += 1;
    }
    expect(different / 400).toBeLessThanOrEqual(0.05);
  });

  it('has nothing to say of an arm without a block that counts', () => {
    const [cell] = cells(1, () => 1);
    const empty = { ...(cell as Cell), units: [] };
    expect(judgeTwoRuns([[cell as Cell, empty]], 0.05)).toEqual([
      { ratio: undefined, verdict: 'undecided', basis: undefined },
    ]);
  });
});

/** Differences whose values are their own ranks. */
function ladder(first: number, second: number): Differences {
  return { first, second, sorted: Float64Array.from({ length: first * second }, (_, at) => at) };
}
