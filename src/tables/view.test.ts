import { describe, expect, it } from 'vitest';
import { padding } from './view.ts';

const pad = padding({
  columns: [
    { label: 'Arm' },
    { label: 'Total (ms)', number: true },
    { label: 'Ratio', number: true },
  ],
  groups: [
    { rows: [[{ text: '1.25' }, { text: '24.43' }, { text: '794×' }]] },
    { rows: [[{ text: 'b' }, { text: '1\u202f240' }, { text: '1.42×' }], [{ text: 'c' }]] },
  ],
});

describe('padding', () => {
  it('fills up to the longest fraction of the column, across groups', () => {
    expect(pad(1, '1\u202f240')).toBe('.00');
    expect(pad(1, '3.5')).toBe('0');
    expect(pad(1, '24.43')).toBe('');
  });

  it('knows numbers with a sign or a unit', () => {
    expect(pad(2, '794×')).toBe('.00');
    expect(pad(1, '−7.2')).toBe('0');
    expect(pad(1, '≈12')).toBe('.00');
  });

  it('leaves alone what is no number, and columns that hold none', () => {
    expect(pad(1, '–')).toBe('');
    expect(pad(1, '1.31–1.55')).toBe('');
    expect(pad(0, '1')).toBe('');
  });
});
