import { describe, expect, it } from 'vitest';
import type { Unit } from '../harness/record/index.ts';
import { decimalsFor, formatValues, ownDecimals, plainText, typeset } from './format.ts';

describe('a value with its unit', () => {
  it.each<[number[], Unit, number, string]>([
    [[24.43], 'ms', 2, '24.43\u202fms'],
    [[1.4245], '×', 2, '1.42×'],
    [[5], '%', 0, '5\u202f%'],
    [[-7.2], '%', 1, '−7.2\u202f%'],
    [[2, 3], '%', 0, '2–3\u202f%'],
    [[78471], '/s', 0, '78\u202f471\u202f/s'],
    [[4], '', 0, '4'],
    [[1], 'clients', 0, '1\u202fclient'],
    [[1], 'dependencies', 0, '1\u202fdependency'],
    [[1], 'ms', 0, '1\u202fms'],
    [[100], 'clients', 0, '100\u202fclients'],
  ])('%j %s', (values, unit, decimals, text) => {
    expect(formatValues(values, unit, decimals)).toBe(text);
  });

  it.each<[number, Unit, number]>([
    [13.87, '%', 0],
    [4.93, '%', 1],
    [5, '%', 0],
    [1.4245, '×', 2],
    [794.1, '×', 0],
    [0.0351, 'ms', 3],
    [24.43, 'ms', 1],
    [3, 'runs', 0],
    [2.5, 'clients', 1],
    [4093.2, '/s', 0],
  ])('%d %s is shown with %d decimals', (value, unit, decimals) => {
    expect(decimalsFor(value, unit)).toBe(decimals);
  });

  it.each([
    [17, 0],
    [26.75, 2],
    [-0.267, 3],
    [1e-7, 7],
    [1.5e-7, 8],
    [1e21, 0],
  ])('%d has %d decimals of its own', (value, decimals) => {
    expect(ownDecimals(value)).toBe(decimals);
  });

  it.each([
    ['it took 24 ms, not 17.65 ms (-2.8 %)', 'it took 24\u202fms, not 17.65\u202fms (−2.8\u202f%)'],
    ['-5.4 % to 1.42×', '−5.4\u202f% to 1.42×'],
    ['3 sums on 2025-01-02, 10 Mbit/s', '3 sums on 2025-01-02, 10\u202fMbit/s'],
  ])('is set in the text %s', (text, set) => {
    expect(typeset(text)).toBe(set);
  });

  it('loses its typography for a terminal', () => {
    expect(plainText('−78\u202f471\u202f/s, 5\u202f%')).toBe('-78471 /s, 5 %');
  });
});
