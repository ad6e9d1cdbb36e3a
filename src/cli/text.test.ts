import { describe, expect, it } from 'vitest';
import {
  columns,
  count,
  duration,
  factor,
  markdownTable,
  ms,
  percent,
  range,
  several,
} from './text.ts';

describe('numbers', () => {
  it('keep three digits of a time, and never more than three decimals', () => {
    expect([0.0123, 0.2441, 2.441, 24.41, 244.1, undefined, NaN].map(ms)).toEqual([
      '0.012',
      '0.244',
      '2.44',
      '24.4',
      '244',
      '–',
      '–',
    ]);
  });

  it('say the level of an interval only where it is under 95 %', () => {
    expect(range({ low: 1.3111, high: 1.5, level: 0.952 })).toBe('1.31–1.50');
    expect(range({ low: 1.3111, high: 1.5, level: 0.9375 })).toBe('1.31–1.50 (93.8 %)');
    expect(range(undefined)).toBe('–');
  });

  it('come with their units', () => {
    expect(factor(1.424)).toBe('1.42×');
    expect([count(1234567.4), count(12), count(undefined)]).toEqual(['1 234 567', '12', '–']);
    expect([percent(0.05), percent(0.125, 1)]).toEqual(['5 %', '12.5 %']);
    expect([several(1, 'round'), several(0, 'round'), several(2, 'block')]).toEqual([
      '1 round',
      '0 rounds',
      '2 blocks',
    ]);
    expect([duration(10), duration(99_000), duration(100_000)]).toEqual([
      'about 1 s',
      'about 99 s',
      'about 2 min',
    ]);
  });
});

describe('tables', () => {
  const rows = [
    ['a', '1'],
    ['long|er', '1 000'],
  ];
  it('line up', () => {
    expect(columns(['arm', 'ms'], rows)).toEqual([
      'arm         ms',
      'a            1',
      'long|er  1 000',
    ]);
  });

  it('are Markdown', () => {
    expect(markdownTable(['arm', 'ms'], rows)).toEqual([
      '| arm | ms |',
      '| --- | ---: |',
      '| a | 1 |',
      '| long\\|er | 1 000 |',
    ]);
  });
});
