import { describe, expect, it } from 'vitest';
import { bibtex, plainCitation } from './cite.ts';

const cited = {
  title: 'Fifty at once & 5 % more',
  study: 'One against two',
  address: 'https://r.example/studies/made-up/first_one/',
  date: '2026-11-02T08:18:19Z',
  commit: '94280967',
  id: 'made-up/first_one',
};
const bare = { ...cited, date: undefined, commit: undefined };

describe('a citation', () => {
  it('names title, site, study, date, commit and address', () => {
    expect(plainCitation(cited)).toBe(
      '“Fifty at once & 5 % more”, Roundtrip, journal of “One against two”, 2 November 2026, measured at commit 94280967, https://r.example/studies/made-up/first_one/',
    );
  });

  it('is BibTeX whose text TeX takes for text, and whose address is as it is', () => {
    expect(bibtex(cited)).toBe(
      [
        '@misc{roundtrip-made-up-first_one,',
        '  author = {{Roundtrip}},',
        '  title = {{Fifty at once \\& 5 \\% more}},',
        '  howpublished = {Roundtrip, journal of “One against two”},',
        '  year = {2026},',
        '  month = {11},',
        '  note = {Measured at commit 94280967},',
        '  url = {https://r.example/studies/made-up/first_one/},',
        '}',
      ].join('\n'),
    );
  });

  it('says where there is no date, and leaves out what is not known', () => {
    expect(plainCitation(bare)).toContain('”, no date, https://');
    expect(bibtex(bare)).not.toMatch(/year|month|note/);
  });
});
