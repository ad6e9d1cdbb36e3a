import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { around, digitsOf, printedInterval, shortest } from './interval.ts';

describe('a figure as printed', () => {
  it.each([
    ['0.267', 0.2665, 0.2675],
    ['28', 27.5, 28.5],
    ['12', 11.5, 12.5],
    ['17.00', 16.995, 17.005],
    ['-7.2', -7.25, -7.15],
    ['0', -0.5, 0.5],
  ])('%s stands for %d to %d', (printed, low, high) => {
    const found = printedInterval(printed);
    expect([found.low, found.high]).toEqual([expect.closeTo(low, 12), expect.closeTo(high, 12)]);
    // The halves belong to it.
    expect([found.low <= low, found.high >= high]).toEqual([true, true]);
  });

  it('stands for whatever rounds to it', () => {
    const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(value, fc.integer({ min: 0, max: 6 }), (truth, decimals) => {
        const { low, high } = printedInterval(truth.toFixed(decimals));
        expect(low <= truth && truth <= high).toBe(true);
        const wide = around(truth.toFixed(decimals), 1);
        expect(wide.low < low && high < wide.high).toBe(true);
      }),
    );
  });

  it.each([
    ['0.171', 3],
    ['5858', 4],
    ['0.050', 2],
    ['-17.00', 4],
  ])('%s has %d digits that count', (printed, digits) => {
    expect(digitsOf(printed)).toBe(digits);
  });

  it('has no exponent', () => {
    expect(shortest(0.5)).toBe('0.5');
    expect(() => shortest(1e-7)).toThrow('got 1e-7, expected a number that is printed without');
  });
});
