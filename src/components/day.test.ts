import { describe, expect, it } from 'vitest';
import { daySentence } from './day.ts';

describe('daySentence', () => {
  it('says the day after its lead', () => {
    const said = daySentence('2026-02-05T15:45', 'The entry is dated ');
    expect(said.replaceAll('\u00a0', ' ')).toBe('The entry is dated 5 February 2026.');
  });

  it('says that there is none', () => {
    expect(daySentence(undefined, 'The entry is dated ')).toBe('The source gives no date.');
  });
});
