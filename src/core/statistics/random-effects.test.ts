import { mean, sampleStandardDeviation } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { randomEffectsOf } from './random-effects.ts';

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
      TRIALS.map(([cases, others, controlCases, controls]) => {
        const [treated, untreated] = [cases + others, controlCases + controls];
        return {
          estimate: Math.log(cases / treated / (controlCases / untreated)),
          variance: 1 / cases - 1 / treated + 1 / controlCases - 1 / untreated,
        };
      }),
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
