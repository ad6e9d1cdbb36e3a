/** The codec against the published one: each reads what the other writes. */
import {
  parse as published,
  RequestSync,
  ResponseSync,
  stringify,
} from '@lumenize/structured-clone';
import { describe, expect, it } from 'vitest';
import { decode, encode } from './codec.ts';

const shared = { a: 1 };
const cycle: Record<string, unknown> = { name: 'ring' };
cycle['self'] = cycle;
const ring: unknown[] = [1];
ring.push(ring, new Map([['ring', ring]]), new Set([ring]));
const caused = new TypeError('boom', { cause: new RangeError('fuse') });
Object.assign(caused, { code: 7, $odd: [1n], self: caused });

/** What the published codec reads. It makes the name and the cause of an error enumerable. */
function parse(text: string): unknown {
  const value: unknown = published(text);
  for (const each of [value, value instanceof Error ? value.cause : undefined]) {
    if (!(each instanceof Error)) continue;
    const { name } = each;
    Reflect.deleteProperty(each, 'name');
    if (each.cause !== undefined) {
      Object.defineProperty(each, 'cause', { value: each.cause, enumerable: false });
    }
    if (each.name !== name) Object.defineProperty(each, 'name', { value: name });
  }
  return value;
}

const values: [string, unknown][] = [
  ['plain JSON', { a: [1, 'two', null, true, { b: -0.5 }] }],
  ['undefined', { a: undefined, list: [undefined] }],
  ['special numbers', [NaN, Infinity, -Infinity]],
  ['bigints', [0n, -(2n ** 80n)]],
  ['dates and expressions', [new Date(86_400_000), /a+\/b/giu]],
  ['keys with a dollar', { $type: 'error', $ref: 0, $$: { $a: 1 } }],
  ['a Map', new Map<unknown, unknown>([[{ k: 1 }, new Map([[1, 2]])]])],
  ['a Set', new Set([1, 'a', new Set()])],
  ['an error with cause and own fields', caused],
  ['an error of a class of its own', Object.assign(new Error('x'), { name: 'MyError' })],
  ['web types', [new URL('https://example.org/a?b'), new Headers({ a: 'b', c: 'd' })]],
  ['views', [new Uint8Array([1, 255]), new Float64Array([0.5]), new Int16Array(2).buffer]],
  ['a DataView', new DataView(new Uint8Array([1, 2, 3, 4]).buffer, 1, 2)],
  ['boxed values', [Object(1), Object('s'), Object(false), Object(2n), Object(NaN)]],
  ['aliases', { one: shared, other: [shared, shared] }],
  ['a cycle', cycle],
  ['a cycle through containers', ring],
  ['an object without a prototype', Object.assign(Object.create(null) as object, { a: 1 })],
];

describe.each(values)('%s', (_name, value) => {
  it('comes back through both ends', () => {
    expect(decode(encode(value))).toEqual(parse(stringify(value)));
  });

  it('is read by the published codec', () => {
    expect(parse(encode(value))).toEqual(parse(stringify(value)));
  });

  it('is read from the published codec', () => {
    expect(decode(stringify(value))).toEqual(parse(stringify(value)));
  });
});

it('keeps aliases and cycles as such', () => {
  const read = decode(encode({ one: shared, other: [shared], cycle })) as {
    one: object;
    other: object[];
    cycle: { self: unknown };
  };
  expect(read.other[0]).toBe(read.one);
  expect(read.cycle.self).toBe(read.cycle);
});

it.each(['plain JSON', 'undefined', 'a Map', 'keys with a dollar', 'views'])(
  'writes %s byte for byte as the published codec does',
  (name) => {
    const value = values.find(([each]) => each === name)?.[1];
    expect(encode(value)).toBe(stringify(value));
  },
);

describe('a frame that names what it should not', () => {
  const tagged = (fields: object) => JSON.stringify({ json: fields, meta: {} });

  it('builds no object of another class', () => {
    const error = decode(tagged({ $type: 'error', name: 'WebSocket', message: 'ws://x' }));
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).name).toBe('WebSocket');
    const text = tagged({ $type: 'arraybuffer', subtype: 'Function', data: ['return 1'] });
    expect(() => decode(text)).toThrow('got Function, expected a view');
  });

  it('sets no prototype', () => {
    const text = '{"json":{"__proto__":{"admin":true},"$$a":1},"meta":{}}';
    const value = decode(text) as { admin?: boolean };
    expect(value.admin).toBeUndefined();
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it.each([
    [{ $ref: 7 }, 'got 7, expected an id of meta.aliases'],
    [{ $type: 'map', entries: [1] }, 'expected [key, value]'],
    [{ $type: 'set', values: 1 }, 'expected an array'],
    [{ $type: 'date' }, 'expected a string'],
    [{ $type: 'bigint', value: 'x' }, 'BigInt'],
  ])('%j is an error', (fields, message) => {
    expect(() => decode(tagged(fields))).toThrow(message);
  });
});

it.each([
  Symbol('s'),
  new Request('https://example.org'),
  new Response('text'),
  new Float64Array([NaN]),
  new BigInt64Array(1),
])('refuses what cannot travel', (value) => {
  expect(() => encode({ deep: [value] })).toThrow('expected');
});

it.each([new RequestSync('https://example.org'), new ResponseSync('text')])(
  'refuses %o, which the published codec carries',
  (value) => {
    expect(parse(stringify({ value }))).toEqual({ value });
    expect(() => encode({ value })).toThrow('got a Request or Response, expected data');
  },
);

it('leaves of a function its name, as the published codec does', () => {
  const value = {
    named: function f() {
      return 1;
    },
    none: [() => 1],
  };
  expect(encode(value)).toBe(stringify(value));
  const left = { named: { name: 'f' }, none: [{ name: 'anonymous' }] };
  expect(decode(stringify(value))).toEqual(left);
  expect(parse(encode(value))).toEqual(left);
});

it('carries halves', () => {
  const halves = new Float16Array([0.5, -2, 65_504]);
  expect(encode({ halves })).toBe(stringify({ halves }));
  expect(decode(stringify({ halves }))).toEqual({ halves });
  expect(parse(encode({ halves }))).toEqual({ halves });
});

it('lets nothing travel of an object that it was told to keep', () => {
  const kept = { env: 'the secret' };
  const text = encode(
    { kept, in: new Map([[kept, [kept]]]), error: new Error('', { cause: kept }) },
    kept,
  );
  expect(text).not.toContain('the secret');
});
