import { describe, expect, it } from 'vitest';
import { findingText, lacksText } from './capabilities.ts';

describe('the words of the matrix', () => {
  it('say on how many questions libraries differ', () => {
    expect(findingText(105, 99, 4)).toBe(
      'Of 105 questions put to each library, 99 come out differently among 4.',
    );
  });

  it('say what a library lacks, and what it has in part', () => {
    expect(lacksText([], [])).toBe('lacks none of them');
    expect(lacksText(['Map', 'Date', 'cycles'], [])).toBe('lacks Map, Date, and cycles');
    expect(lacksText(['Map'], ['streams'])).toBe('lacks Map; in part: streams');
  });
});
