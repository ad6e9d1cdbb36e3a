import { expect, it } from 'vitest';
import { findTexts } from './search.ts';

const texts = [
  'Mixed ops: “Lumenize 1.09x slower” Lumenize’s log',
  '“within 9% of Cloudflare’s official solution” [by time]',
  'Summary: “@lumenize/call is 30–35x slower than native Workers RPC”',
  '“Bun consistently outperforms Node.js and Deno for stdio communication”',
  'Actual results, 100 clients: “67x slower”',
  '“2,8 times runtime faster”',
  'A new object costs “~1,225 ms”',
  '“Now 1.09x–1.42x slower”',
];

it.each<[query: string, places: number[] | undefined]>([
  ['1.09x', [0, 7]],
  ['1.09×', [0, 7]],
  // The beginning of a word is enough, as it is while somebody types.
  ['1.0', [0, 7]],
  ['slower lumenize 1.09x', [0]],
  ['Within 9 %', [1]],
  ['30x', [2]],
  ['35×', [2]],
  ['30–35x', [2]],
  ['lumenize/call', [2]],
  ['communi\u00adcation', [3]],
  ['is Bun faster than Node.js?', [3]],
  ['67x slower', [4]],
  ['2.8x', [5]],
  ['1225ms', [6]],
  ['67x faster', []],
  ['  ', undefined],
  ['is the', undefined],
])('“%s” finds %j', (query, places) => {
  expect(findTexts(query, texts)).toEqual(places);
});

it('puts whole words before beginnings of longer ones', () => {
  const texts = ['It hangs after 45 callers', 'Each call waits', 'calls'];
  expect(findTexts('call', texts)).toEqual([1, 0, 2]);
});
