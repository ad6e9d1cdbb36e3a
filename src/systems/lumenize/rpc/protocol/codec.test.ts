/** The way past the codec, and what of a frame must not reach the codec. */
import { stringify } from '@lumenize/structured-clone';
import { describe, expect, it } from 'vitest';
import { arePlain, decode, encode, encodePlain } from './codec.ts';

const shared = { a: 1 };
const ring: unknown[] = [1];
ring.push(ring);

it.each([[0], ['text'], [null], [{ a: [1, 'two', null, true, { b: -0.5, then: [] }] }]])(
  '%j is plain, and written as the codec writes it',
  (value) => {
    expect(arePlain([value])).toBe(true);
    expect(encodePlain(value)).toBe(stringify(value));
    expect(decode(encodePlain({ value }))).toEqual({ value });
  },
);

it.each<[string, unknown]>([
  ['undefined', { a: undefined }],
  ['a special number', [NaN]],
  ['a bigint', 1n],
  ['a date', new Date(0)],
  ['a key with a dollar', { $a: 1 }],
  ['a Map', new Map([[shared, 1]])],
  ['an alias', [shared, shared]],
  ['a cycle', ring],
  ['a function', { toJSON: () => 1 }],
])('%s is not plain, and travels by the codec', (_what, value) => {
  expect(arePlain([value])).toBe(false);
  expect(encode(value)).toBe(stringify(value));
});

describe('a frame that names what it should not', () => {
  const message = (fields: object) => JSON.stringify({ json: { in: [fields] }, meta: {} });

  it.each<[object, string]>([
    [{ $type: 'error', name: 'WebSocket', message: 'ws://x' }, 'got the error WebSocket'],
    [{ $type: 'error', name: ['Function'], message: '' }, 'got the error Function'],
    [{ $type: 'arraybuffer', subtype: 'Function', data: ['return 1'] }, 'got Function'],
    [{ $type: 'arraybuffer', subtype: 'Uint8Array', data: 4_000_000_000 }, 'expected a view'],
    [JSON.parse('{"__proto__":{"admin":true},"$$a":1}') as object, 'got the key __proto__'],
    [{ $type: 'map', entries: [1] }, 'not iterable'],
  ])('%j is an error, wherever it stands', (fields, why) => {
    expect(() => decode(message(fields))).toThrow(why);
    const aliased = JSON.stringify({ json: { $ref: 0 }, meta: { aliases: { 0: fields } } });
    expect(() => decode(aliased)).toThrow(why);
  });
});

it.each([Symbol('s'), new Request('https://example.org'), new Response('text')])(
  'refuses what cannot travel',
  (value) => {
    expect(() => encode({ deep: [value] })).toThrow('serialize');
  },
);

it('lets nothing travel of an object that it was told to keep', () => {
  const kept = { env: 'the secret' };
  const text = encode(
    { kept, in: new Map([[kept, [kept]]]), error: new Error('', { cause: kept }) },
    kept,
  );
  expect(text).not.toContain('the secret');
});
