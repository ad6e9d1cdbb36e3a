import { mean, sampleStandardDeviation } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { medianOfSessions, ofSessions, type SessionValue } from './clusters.ts';
import { randomEffectsOf } from './random-effects.ts';
import { ratioOf } from './ratio.ts';

/** Thirteen trials of a vaccine: cases and others among the vaccinated, and among the rest (Berkey et al., Statistics in Medicine 14(4), 1995). */
const TRIALS = [
  [4, 119, 11, 128],
  [6, 300, 29, 274],
  [3, 228, 11, 209],
  [62, 13536, 248, 12619],
  [33, 5036, 47, 5761],
  [180, 1361, 372, 1079],
  [8, 2537, 10, 619],
  [505, 87886, 499, 87892],
  [29, 7470, 45, 7232],
  [17, 1699, 65, 1600],
  [186, 50448, 141, 27197],
  [5, 2493, 3, 2338],
  [27, 16886, 29, 17825],
] as const;

const alike = (estimates: readonly number[], variance: number) =>
  estimates.map((estimate) => ({ estimate, variance }));

describe('randomEffectsOf', () => {
  it('gives the published figures of thirteen trials', () => {
    const found = randomEffectsOf(
      TRIALS.map(([cases, others, controlCases, controls]) => ({
        estimate: Math.log(cases / (cases + others) / (controlCases / (controlCases + controls))),
        variance:
          1 / cases - 1 / (cases + others) + 1 / controlCases - 1 / (controlCases + controls),
      })),
    );
    // R’s metafor 1.9-9: tau² of Paule and Mandel, their mean, and the error by Knapp and Hartung.
    expect(found.between).toBeCloseTo(0.3181, 3);
    expect(found.centre).toBeCloseTo(-0.715, 3);
    expect(found.standardError).toBeCloseTo(0.1808, 3);
    expect(found.degrees).toBe(12);
  });

  it.each([
    ['lie apart', [0, 0.1, 0.2], 0.009],
    ['agree better than their errors let expect', [0, 0.01, 0.02], 0],
  ] as const)('is Student’s interval of estimates of one precision that %s', (_, all, between) => {
    const found = randomEffectsOf(alike(all, 0.001));
    const spread = sampleStandardDeviation([...all]);
    expect(found.between).toBeCloseTo(between, 12);
    expect(found.centre).toBeCloseTo(mean([...all]), 12);
    expect(found.standardError).toBeCloseTo(spread / Math.sqrt(3), 12);
    expect(found.nextError).toBeCloseTo(spread * Math.sqrt(4 / 3), 12);
  });

  it('weighs an estimate by its precision, the less the more they differ', () => {
    const centreOf = (far: number) =>
      randomEffectsOf([...alike([far], 0.01), ...alike([0, 0.01], 0.0001)]).centre / far;
    expect(centreOf(0.02)).toBeLessThan(centreOf(0.4));
    expect(centreOf(0.4)).toBeLessThan(1 / 3);
  });

  it('takes estimates without errors of their own, equal ones too', () => {
    expect(randomEffectsOf(alike([1, 1, 1], 0))).toMatchObject({ centre: 1, standardError: 0 });
    const { standardError } = randomEffectsOf(alike([1, 2, 3], 0));
    expect(standardError).toBeCloseTo(1 / Math.sqrt(3), 9);
  });
});

/** Sessions about the centres of launches, by run. */
const sessions = (runs: ReadonlyArray<readonly number[]>): SessionValue[] =>
  runs.flatMap((launches, run) =>
    launches.flatMap((centre, launch) =>
      [-0.01, 0, 0.01].map((apart) => ({ run, launch, value: centre + apart })),
    ),
  );

/** Student’s t of two degrees of freedom for an error of 5 %. */
const T2 = 4.302653;

describe('the interval of sessions', () => {
  it('holds across the launches of a run', () => {
    const centres = [0.1, 0.14, 0.18];
    const found = ofSessions(sessions([centres]), 90);
    const half = (T2 * sampleStandardDeviation(centres)) / Math.sqrt(3);
    expect(found.interval(0.05)?.high).toBeCloseTo(0.14 + half, 6);
    expect(ratioOf(found)).toMatchObject({ launches: 3, runs: undefined, next: undefined });
    expect(ofSessions(sessions([centres.slice(1)]), 60).interval(0.05)).toBeUndefined();
  });

  it('holds across runs, and tells where the next one falls', () => {
    const centres = [0, 0.2, 0.4];
    const runs = centres.map((centre) => [0.1, 0.14, 0.18].map((launch) => centre + launch));
    const found = ofSessions(sessions(runs), 270);
    const spread = sampleStandardDeviation(centres);
    expect(found.interval(0.05)?.high).toBeCloseTo(0.34 + (T2 * spread) / Math.sqrt(3), 6);
    expect(found.next(0.05)?.low).toBeCloseTo(0.34 - T2 * spread * Math.sqrt(4 / 3), 6);
    expect(ratioOf(found)).toMatchObject({ sessions: 27, launches: undefined, runs: 3 });
    expect(ofSessions(sessions(runs.slice(1)), 180).next(0.05)).toBeUndefined();
  });

  it('is that of sessions alone where there is one launch', () => {
    const values = sessions([[0.1], [0.3]]).filter(({ run }) => run === 0);
    const four = [...values, { run: 0, launch: 0, value: 0.1 }];
    const plain = four.map(({ value }) => ({ value }));
    expect(ofSessions(four, 4).interval(0.05)).toEqual(ofSessions(plain, 4).interval(0.05));
  });
});

describe('medianOfSessions', () => {
  it('is the geometric mean of the medians of launches, or of runs', () => {
    const values = [1, 2, 4].flatMap((median, launch) =>
      [0.9, 1, 30].map((times) => ({ launch, value: median * times })),
    );
    const { estimate, interval } = medianOfSessions(values) ?? {};
    expect(estimate).toBeCloseTo(2, 9);
    expect(Math.log((interval?.high ?? NaN) / 2)).toBeGreaterThan(
      (T2 * Math.log(2)) / Math.sqrt(3),
    );
    expect((interval?.low ?? NaN) * (interval?.high ?? NaN)).toBeCloseTo(4, 9);
    const runs = values.map(({ launch, value }) => ({ run: launch, launch: 0, value }));
    expect(medianOfSessions(runs)?.estimate).toBeCloseTo(2, 9);
  });

  it('is the median of all where a value is 0, which has no logarithm', () => {
    const values = [0, 1, 2].map((value) => ({ launch: value, value }));
    expect(medianOfSessions(values)).toEqual({ estimate: 1, interval: undefined });
  });
});
