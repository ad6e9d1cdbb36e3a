import { describe, expect, it } from 'vitest';
import published from '../../../content/calibration/2026-11-27-repeats-seed-1.json';
import { repeats, simulateRepeats } from './repeats.ts';

describe('the published repeats', () => {
  const { scenarios, runs, seed } = published;

  it('are those that the code simulates', () => {
    const kinds = scenarios.map(({ runs, launches, spread }) => ({ runs, launches, spread }));
    expect(kinds).toEqual(repeats);
    const [, kind = { runs: 0, launches: 0, spread: 0 }] = repeats;
    expect(simulateRepeats(kind, runs, seed)).toEqual(scenarios[1]);
  });

  it('hold the next run in 93 to 97 % of cases, and the truth in as many', () => {
    for (const { next, coverage } of scenarios) {
      for (const part of [next, coverage]) {
        expect(part).toBeGreaterThan(0.93);
        expect(part).toBeLessThan(0.97);
      }
    }
  });

  it('show that the interval of one run misses the next where runs differ', () => {
    for (const { ofOneRun, spread, launches } of scenarios) {
      if (spread >= 0.03 || launches === 1) expect(ofOneRun).toBeLessThan(0.8);
    }
  });
});
