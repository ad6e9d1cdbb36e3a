import { describe, expect, it } from 'vitest';
import { claimAnchors, readEntryFile } from './claim.ts';

const idOf = (text: string, ...others: string[]) =>
  claimAnchors([{ text }, ...others.map((each) => ({ text: each }))])[0];

describe('claimAnchors', () => {
  it('makes an id of the words, whatever stands between them', () => {
    expect(idOf('Lumenize RPC: “1.49x slower” — on Größe')).toBe(
      'claim-lumenize-rpc-1-49x-slower-on-größe',
    );
  });

  it('cuts a long text after a word and tells it from others that begin alike', () => {
    const long = 'a claim of many words '.repeat(5);
    const [first, second] = claimAnchors([{ text: `${long}one` }, { text: `${long}two` }]);
    expect(first).toMatch(/^claim-a-claim-.*-[a-z0-9]{4,7}$/);
    expect(first?.length).toBeLessThan(90);
    expect(second).not.toBe(first);
    expect(idOf(`${long}one`, 'another')).toBe(first);
  });

  it('refuses two claims with the same words', () => {
    expect(() => idOf('As fast.', 'as fast')).toThrow('got “as fast” twice');
  });
});

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
      'claims[0].stated: got "about 5", expected a number in quotes',
    ],
  ])('%j is refused', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});
