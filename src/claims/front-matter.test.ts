import { describe, expect, it } from 'vitest';
import { readEntryFile } from './claim.ts';

const front = ['study: sums', 'records: [sums/one]', 'title: Sums'].join('\n');
const read = (text: string) => readEntryFile(text, 'content/entries/sums/one.mdx');

describe('an entry’s file', () => {
  it('is front matter and body', () => {
    expect(read(`---\n${front}\n---\n\nText.\n`)).toMatchObject({
      study: 'sums',
      records: ['sums/one'],
      claims: [],
      configuration: [],
      data: { title: 'Sums' },
      body: '\nText.\n',
    });
    expect(read(`---\n${front}\n---`).body).toBe('');
  });

  it.each([
    ['Text.', 'content/entries/sums/one.mdx: got no front matter, expected it between two lines'],
    ['---\nstudy: [\n---\n', 'content/entries/sums/one.mdx: '],
    [
      '---\nstudy: sums\n---\n',
      'content/entries/sums/one.mdx records: got nothing, expected array',
    ],
    [
      `---\n${front}\nclaims: [{ text: faster, stated: about 5, of: $f("x") }]\n---\n`,
      'claims.0.stated: got "about 5", expected a number in quotes',
    ],
  ])('%j is refused', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});
