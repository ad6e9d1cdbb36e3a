import { expect, it } from 'vitest';
import { claimAnchors } from './claim.ts';

const anchors = (...texts: string[]) => claimAnchors(texts.map((text) => ({ text })));

it('an id is made of the words without the signs between them', () => {
  expect(anchors('Lumenize RPC: “1.49x slower” — on Größe')).toEqual([
    'claim-lumenize-rpc-1-49x-slower-on-größe',
  ]);
});

it('a long text is cut after a word and told from others that begin alike', () => {
  const long = 'a claim of many words '.repeat(5);
  const [first = '', second] = anchors(`${long}one`, `${long}two`);
  expect(first).toMatch(/^claim-a-claim-.*-[a-f0-9]{6}$/);
  expect(first.length).toBeLessThan(90);
  expect(second).not.toBe(first);
  expect(anchors('another', `${long}one`)[1]).toBe(first);
});

it('two claims with the same words are refused', () => {
  expect(() => anchors('As fast.', 'as fast')).toThrow('got “as fast” twice');
});
