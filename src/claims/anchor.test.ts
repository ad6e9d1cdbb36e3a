import { describe, expect, it } from 'vitest';
import { claimAnchors } from './claim.ts';

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
