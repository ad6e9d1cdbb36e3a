import { describe, expect, it } from 'vitest';
import { markdownTable, numberColumns, spaced } from './table.ts';

describe('spaced', () => {
  it('leaves no space that a terminal shows as another sign', () => {
    expect(spaced('1\u202f240\u202fms on 2\u00a0January')).toBe('1 240 ms on 2 January');
  });
});

describe('tables', () => {
  const rows = [
    ['a', '1'],
    ['long|er', '1 000'],
  ];
  it('are Markdown', () => {
    expect(markdownTable(numberColumns(['arm', 'ms']), rows).split('\n')).toEqual([
      '| arm | ms |',
      '| --- | ---: |',
      '| a | 1 |',
      '| long\\|er | 1 000 |',
    ]);
  });
});
