import { describe, expect, it } from 'vitest';
import { clockStepUs } from './environment.ts';

describe('the step of a clock', () => {
  it.each([
    [0.005, 5],
    [0.1, 100],
    [1, 1000],
  ])('of %d ms is found as %d µs', (stepMs, expected) => {
    let readings = 0;
    const now = () => Math.floor((readings += 1) / 7) * stepMs;
    expect(clockStepUs(now)).toBe(expected);
  });

  it('is found for the clock of this runtime', () => {
    expect(clockStepUs(() => performance.now())).toBeGreaterThan(0);
  });

  it('of a clock that stands still is an error', () => {
    expect(() => clockStepUs(() => 3)).toThrow('still at 3 ms');
  });
});
