import { describe, expect, it } from 'vitest';
import type { Unit } from '../../core/record/index.ts';
import {
  capitalized,
  THIN,
  decimalsFor,
  formatBytes,
  formatCount,
  formatDay,
  formatDuration,
  formatMs,
  formatNumber,
  formatPercent,
  formatRatio,
  formatValues,
  ownDecimals,
  roughDuration,
} from './format.ts';
import { formatWithInterval, inverse, type Quantity } from './quantity.ts';

/** Thin spaces read as plain ones, so that the table below can be read. */
const plain = (text: string): string => text.replaceAll(THIN, ' ');

describe('times and ratios', () => {
  it.each([
    [formatMs(0.999), '0.999 ms'],
    [formatMs(1), '1.00 ms'],
    [formatMs(9.99), '9.99 ms'],
    [formatMs(10), '10.0 ms'],
    [formatMs(100), '100 ms'],
    [formatMs(1240.4), '1 240 ms'],
    [formatMs(-0.0001), '0.000 ms'],
    [formatMs(-3), '−3.00 ms'],
    [formatMs(Number.NaN), '–'],
    [formatNumber(24.43, 2), '24.43'],
    // A half is rounded alike, with and without the tail that arithmetic leaves.
    [formatNumber(0.765, 2), '0.77'],
    [formatNumber(0.7649999999999999, 2), '0.77'],
    [formatNumber(0.7649999999996, 2), '0.77'],
    [formatRatio(0.0099), '0.0099×'],
    [formatRatio(0.01), '0.01×'],
    [formatRatio(9.99), '9.99×'],
    [formatRatio(10), '10.0×'],
    [formatRatio(99.9), '99.9×'],
    [formatRatio(100), '100×'],
    [formatRatio(Number.POSITIVE_INFINITY), '–'],
  ])('%s', (got, text) => {
    expect(plain(got)).toBe(text);
  });
});

describe('formatWithInterval', () => {
  it('shows the 95 % interval, and keeps that of the next launch from both sides', () => {
    const ends = { low: 1.01, high: 1.07, next: { low: 0.8, high: 1.25 } };
    const ratio = { value: 1.04, ...ends, unit: '×', from: 'measured' } as const;
    expect(formatWithInterval(ratio)).toBe('1.04× (1.01–1.07)');
    expect(inverse(inverse(ratio)).next).toEqual(ratio.next);
  });

  it.each<[Omit<Quantity, 'from'>, string]>([
    [{ value: 1.42, low: 1.31, high: 1.55, unit: '×' }, '1.42× (1.31–1.55)'],
    [{ value: 1.42, unit: '×' }, '1.42×'],
    [{ value: 1.42, low: 1.31, unit: '×' }, '1.42×'],
    [{ value: 0.0999, unit: 'ms' }, '0.100 ms'],
    [{ value: 0.1, unit: 'ms' }, '0.10 ms'],
    [{ value: 2341, unit: 'ms' }, '2 341 ms'],
    [{ value: 4093.2, unit: '/s' }, '4 093 /s'],
    [{ value: 1450, unit: 'B' }, '1.45 kB'],
    [{ value: 0.0099, unit: 'USD' }, '$0.0099'],
    [{ value: 0.01, unit: 'USD' }, '$0.01'],
    [{ value: 9.94, unit: 's' }, '9.9 s'],
    [{ value: 10, unit: 's' }, '10 s'],
    [{ value: 12.34, unit: 'kB' }, '12.3 kB'],
    [{ value: 0.05, low: 0.034, high: 0.126, unit: '%' }, '5 % (3–13)'],
    [{ value: 0.8, unit: '%' }, '80 %'],
  ])('%j is %s', (quantity, text) => {
    expect(plain(formatWithInterval({ ...quantity, from: 'measured' }))).toBe(text);
  });
});

describe('counts, bytes, shares and durations', () => {
  it.each([
    [formatCount(1234567), '1 234 567'],
    [formatBytes(999.4), '999 B'],
    [formatBytes(999.5), '1.00 kB'],
    [formatBytes(1000), '1.00 kB'],
    [formatBytes(10_000), '10.0 kB'],
    [formatBytes(100_000), '100 kB'],
    [formatBytes(999_499), '999 kB'],
    [formatBytes(999_500), '1.00 MB'],
    [formatPercent(0.05), '5 %'],
    [formatPercent(0.123, 1), '12.3 %'],
    [formatDuration(999), 'under 1 s'],
    [formatDuration(1000), 'about 1 s'],
    [formatDuration(99_499), 'about 99 s'],
    [formatDuration(99_500), 'about 2 min'],
    [formatDuration(5_969_000), 'about 99 min'],
    [formatDuration(5_970_000), 'about 2 h'],
    [formatDuration(Infinity), '–'],
    [roughDuration(60_000), '60 s'],
  ])('%s', (got, text) => {
    expect(plain(got)).toBe(text);
  });
});

describe('formatDay', () => {
  it('keeps the day the source wrote', () => {
    expect(formatDay('2025-01-02T12:28:52').replaceAll('\u00a0', ' ')).toBe('2 January 2025');
    expect(formatDay('2025-12-31')).toBe('31\u00a0December\u00a02025');
  });

  it('names what it got when it is no date', () => {
    expect(() => formatDay('last week')).toThrow(/got "last week", expected ISO 8601/);
  });
});

describe('a value with its unit', () => {
  it.each<[number[], Unit, number, string]>([
    [[1.4245], '×', 2, '1.42×'],
    [[-7.2], '%', 1, '−7.2\u202f%'],
    [[2, 3], '%', 0, '2–3\u202f%'],
    [[4], '', 0, '4'],
    [[1], 'clients', 0, '1\u202fclient'],
    [[1], 'dependencies', 0, '1\u202fdependency'],
    [[1], 'ms', 0, '1\u202fms'],
    [[100], 'clients', 0, '100\u202fclients'],
  ])('%j %s', (values, unit, decimals, text) => {
    expect(formatValues(values, unit, decimals)).toBe(text);
  });

  it.each<[number, Unit, number]>([
    [5, '%', 0],
    [0.0351, 'ms', 3],
    [3, 'runs', 0],
    [99.5, 'clients', 1],
    [100.5, 'clients', 0],
    [9.99, '×', 2],
    [10, '×', 1],
    [9.9, '%', 1],
    [10.5, '%', 0],
    [2.5, '', 1],
    [2.5, 'B', 1],
    [4093.2, '/s', 0],
  ])('%d %s is shown with %d decimals', (value, unit, decimals) => {
    expect(decimalsFor(value, unit)).toBe(decimals);
  });

  it.each([
    [17, 0],
    [-0.267, 3],
    [1.5e-7, 8],
    [1e21, 0],
    // A fixed form has no more.
    [1e-101, 100],
  ])('%d has %d decimals of its own', (value, decimals) => {
    expect(ownDecimals(value)).toBe(decimals);
  });
});

it('begins a text with a capital letter, and changes nothing else of it', () => {
  expect(['one write', 'kkrpc', ''].map(capitalized)).toEqual(['One write', 'Kkrpc', '']);
});
