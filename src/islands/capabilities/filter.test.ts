import { describe, expect, it } from 'vitest';
import { isWanted, type Row, type Wanted } from './filter.ts';

const row: Row = { text: 'Does a Map arrive as a Map?', group: 'values', differs: true };
const all: Wanted = { text: '', group: '', differences: false };

describe('a row', () => {
  it('is seen while nothing is asked for', () => {
    expect(isWanted(row, all)).toBe(true);
  });

  it('needs all words, in any case and order', () => {
    expect(isWanted(row, { ...all, text: ' arrive  MAP ' })).toBe(true);
    expect(isWanted(row, { ...all, text: 'map set' })).toBe(false);
  });

  it('needs its group', () => {
    expect(isWanted(row, { ...all, group: 'values' })).toBe(true);
    expect(isWanted(row, { ...all, group: 'errors' })).toBe(false);
  });

  it('needs a difference where differences alone are asked for', () => {
    expect(isWanted(row, { ...all, differences: true })).toBe(true);
    expect(isWanted({ ...row, differs: false }, { ...all, differences: true })).toBe(false);
  });
});
