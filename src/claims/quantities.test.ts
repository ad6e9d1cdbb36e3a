import { describe, expect, it } from 'vitest';
import { quantitiesIn, sameQuantity } from './testing/completeness.ts';

describe('quantitiesIn', () => {
  it.each([
    ['26.75 ms against 30.46ms', [26.75, 'ms', 30.46, 'ms']],
    ['2–3 ms, at most 5%', [2, 'ms', 3, 'ms', 5, '%']],
    ['1.28x–1.56x slower', [1.28, '×', 1.56, '×']],
    ['with 1, 10 and 100 clients', [1, 'clients', 10, 'clients', 100, 'clients']],
    ['30,850 calls a second', [30850, '/s']],
    ['400000–500000 effective calls/s', [400000, '/s', 500000, '/s']],
    ['-7.2 % of 125 MB/s', [-7.2, '%', 125, 'MB/s']],
    ['50 mixed operations', [50, 'operations']],
    ['stuck at 45 of 50', [45, '', 50, '']],
    ['Node.js 22.14.0 over HTTP/2 with v4', []],
  ])('reads %s', (text, expected) => {
    expect(quantitiesIn(text).flatMap(({ value, unit }) => [value, unit])).toEqual(expected);
  });
});

describe('sameQuantity', () => {
  it.each([
    [{ value: 50, unit: 'operations' }, { value: 50, unit: 'calls' }, true],
    [{ value: 50, unit: 'operations' }, { value: 50, unit: '' }, true],
    [{ value: 50, unit: 'operations' }, { value: 50, unit: 'ms' }, false],
    [{ value: 50, unit: '' }, { value: 50, unit: '%' }, false],
    [{ value: 0.171, unit: 'ms' }, { value: 0.172, unit: 'ms' }, false],
    [{ value: 1, unit: 's' }, { value: 1000, unit: 'ms' }, false],
  ] as const)('compares %j with %j', (a, b, expected) => {
    expect(sameQuantity(a, b)).toBe(expected);
  });
});
