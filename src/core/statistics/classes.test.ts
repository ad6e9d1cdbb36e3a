import { describe, expect, it } from 'vitest';
import { logNormals, madeUpSessions } from '../testing/fixture.ts';
import { type Cell, cellsOf } from './cells.ts';
import {
  classOf,
  driftOf,
  inverseClass,
  mayBeBest,
  type RatioClass,
  sharedAlpha,
  visibleFrom,
} from './classes.ts';
import { launchValues, type Ratio } from './estimator.ts';

/** A ratio of twelve launches with that 95 % interval. */
const between = (low: number, high: number): Ratio => {
  return { value: Math.sqrt(low * high), low, high, launches: 12, sessions: 120 };
};

it('the error of intervals that hold together is that of Šidák', () => {
  expect(sharedAlpha(1)).toBeCloseTo(0.05, 12);
  expect(sharedAlpha(2)).toBeCloseTo(1 - Math.sqrt(0.95), 12);
  expect((1 - sharedAlpha(14)) ** 14).toBeCloseTo(0.95, 12);
});

describe('the class of a ratio', () => {
  it.each<[number, number, RatioClass]>([
    [0.92, 1.09, 'within'],
    [1.02, 1.08, 'within'],
    // On the log scale the margin reaches to 0.909, and not to 0.9.
    [0.905, 1.02, 'open'],
    [0.905, 0.99, 'faster'],
    [0.85, 0.905, 'faster-by-margin'],
    [1.02, 1.2, 'slower'],
    [1.11, 1.3, 'slower-by-margin'],
    [0.95, 1.2, 'open'],
    // Intervals that end where a class does.
    [1 / 1.1, 1.1, 'within'],
    [1, 1.44, 'open'],
    [1.1, 1.331, 'slower'],
  ])('with an interval from %f to %f is %s', (low, high, found) => {
    expect(classOf(between(low, high), 1)).toBe(found);
    expect(classOf(between(1 / high, 1 / low), 1)).toBe(inverseClass(found));
  });

  it('rests on an interval that holds for the whole family', () => {
    // 18 % apart, of which t with eleven degrees takes 2.20 standard errors, and for fourteen ratios 3.68.
    expect(classOf(between(1.01, 1.19), 1)).toBe('slower');
    expect(classOf(between(1.01, 1.19), 14)).toBe('open');
    expect(classOf(between(1.05, 1.22), 14)).toBe('open');
    expect(classOf(between(1.07, 1.2), 14)).toBe('slower');
  });

  it('is open without an interval, and follows another margin', () => {
    expect(classOf({ value: 3, launches: 1, sessions: 3 }, 1)).toBe('open');
    expect(classOf(between(0.97, 1.03), 1, 0.02)).toBe('open');
  });
});

it('a run could have seen what an interval leaves out in nine of ten cases', () => {
  // An error of 0.03 with eleven degrees of freedom: (2.201 + 1.363) × 0.03.
  const half = 2.201 * 0.03;
  const ratio = between(Math.exp(-half), Math.exp(half));
  expect(visibleFrom(ratio, 1)).toBeCloseTo(Math.exp(3.564 * 0.03) - 1, 3);
  expect(visibleFrom(ratio, 5)).toBeGreaterThan(visibleFrom(ratio, 1) ?? 1);
  expect(visibleFrom({ value: 1, launches: 1, sessions: 3 }, 1)).toBeUndefined();
});

it('an arm may be the fastest unless one comparison says otherwise, which errs to one side', () => {
  // A one-sided error of 5 % takes t = 1.80 where the interval takes 2.20: its low end lies at 1.015.
  const unsure = between(0.99, 1.3);
  expect(mayBeBest([unsure])).toBe(false);
  expect(mayBeBest([between(0.96, 1.3)])).toBe(true);
  // Two comparisons share it: then it is that of the interval.
  const equal = between(0.9, 1.1);
  expect(mayBeBest([unsure, equal])).toBe(true);
  expect(mayBeBest([between(1.01, 1.3), equal])).toBe(false);
  // Seven of them reach further than the interval.
  expect(mayBeBest([between(1.01, 1.3), ...Array<Ratio>(6).fill(equal)])).toBe(true);
  expect(mayBeBest([between(1, 1.44), equal])).toBe(true);
  expect(mayBeBest([])).toBe(true);
});

describe('drift', () => {
  const drift = (logs: number[], family = 1) =>
    driftOf(
      logs.map((log) => ({ value: 0, sessions: [], drift: log })),
      family,
    );

  it.each<[number, true | undefined]>([
    [Math.log(1.031), true],
    [Math.log(1.029), undefined],
    [-Math.log(1.031), true],
    [-Math.log(1.029), undefined],
    [Math.log(1.03), undefined],
  ])('of %f in every launch is withheld beyond 3 %%: %s', (log, withheld) => {
    expect(drift([log, log, log])?.withheld).toBe(withheld);
  });

  it('is withheld if the whole interval, for all ratios of the plan, lies beyond', () => {
    // Mean 0.06, standard error 0.0058: t takes 4.30 of them, and for ten ratios 13.9; the limit is 0.0296.
    expect(drift([0.05, 0.06, 0.07])).toMatchObject({ withheld: true });
    expect(Math.log(drift([0.05, 0.06, 0.07])?.low ?? NaN)).toBeCloseTo(0.06 - 0.024842, 5);
    expect(drift([0.05, 0.06, 0.07], 10)?.withheld).toBeUndefined();
    expect(drift([0.06])).toBeUndefined();
    expect(drift([0.06, 0.06])).toMatchObject({ withheld: true });
  });

  it('of an arm that gets faster for a minute is seen in records', () => {
    const draw = logNormals(5);
    const launch = () =>
      madeUpSessions({
        arms: ['reference', 'steady', 'warming'],
        sessions: 8,
        turn: ({ arm, session }) =>
          draw(2, arm === 'warming' ? 1000 * (1 + 0.3 * Math.max(0, 1 - session / 4)) : 1000, 0.1),
      });
    const cells = cellsOf([launch(), launch(), launch(), launch()]);
    const [reference, steady, warming] = cells as [Cell, Cell, Cell];
    const found = (arm: Cell) => driftOf(launchValues(arm, reference), 2);
    expect(found(steady)?.withheld).toBeUndefined();
    expect(found(warming)?.withheld).toBe(true);
    expect(found(warming)?.value).toBeCloseTo(1 / 1.26, 1);
  });
});
