/** Values that no client sends, for protocols that know more than JSON: large, alike, colliding, strange. */
import fc from 'fast-check';
import type { Frame } from './hostile.ts';

/** Members of the counter, of the probes, of every object, and of what is no client’s business. */
export const name = fc.constantFrom(
  ...['increment', 'getValue', 'reset', 'echo', 'echo', 'add', 'upload', 'download', 'fail'],
  ...['cursor', 'cursorNext', 'ids', 'nameOf', 'calledBack', 'hold', 'hold', 'release', 'numbers'],
  ...['listen', 'listen', 'subscribe', 'publish', 'announce', 'steps', 'callBack', 'nativeCursor'],
  ...['askClient', 'user', 'collect', 'toolbox', 'authenticate', 'waiting', 'constructor'],
  ...['__proto__', 'prototype', 'toString', 'then', 'hasOwnProperty', 'ctx', 'env', 'storage'],
  ...['fetch', 'alarm', 'service', '', 'echo.apply', '__defineGetter__'],
  ...['down', 'down', 'up', 'downTo', 'sink', 'take', 'passed'],
);

/** Names of fields, many of which some protocol reads. */
const key = fc.oneof(
  name,
  fc.constantFrom(
    ...['$type', '$ref', '$$', 'type', 'json', 'meta', 'id', 'args', 'method', 'batch', 'key'],
    ...['operations', '__isNestedOperation', '__refId', '__operationChain', 'toJSON', 'length'],
    '0',
  ),
);

/** One of these, each as often as its weight says beside the others. */
export const weighed = <Item>(
  ...all: ReadonlyArray<readonly [weight: number, arbitrary: fc.Arbitrary<Item>]>
): fc.Arbitrary<Item> => fc.oneof(...all.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** How many of something: few as a rule, and now and then more than any client has. */
const many = weighed([3, fc.nat(20)], [1, fc.constantFrom(1000, 4000)]);

const range = <Item>(length: number, make: (index: number) => Item) =>
  Array.from({ length }, (_, index) => make(index));

/** Small enough for thousands of them. */
const small = fc.oneof(name, fc.nat(9), fc.bigInt(), fc.date(), fc.constant({ a: null }));

const scalar = fc.oneof(
  fc.integer({ min: -5, max: 50 }),
  fc.constantFrom<unknown>(null, true, 1e308, -0.5, 2 ** 53 - 1, 4_294_967_294, NaN, undefined),
  fc.constantFrom('', '\0', '\ud800', '__callback__x', 'news'),
  name,
  fc.string({ unit: 'binary' }),
  many.map((length) => 'x'.repeat(6 * length)),
);

/** Stands in a text for a class of so many characters, which takes its time where it is compiled. */
export const CLASS = 'CLASS';

const special = fc.oneof(
  fc.bigInt(),
  many.map((length) => 10n ** BigInt(length % 5000)),
  many.map((length) => new Set(range(length, (index) => index))),
  // Hash tables keep them in one place each, for their lowest 64 bits are alike.
  many.map((length) => new Set(range(length, (index) => BigInt(index) << 64n))),
  many.map((length) => new Map(range(length, (index) => [`k${index}`, index]))),
  fc.constantFrom(/a/g, /(a+)+$/, new RegExp(`[${CLASS}]`, 'u')),
  many.map((length) => new RegExp('(?:a|'.repeat(length % 500) + ')'.repeat(length % 500))),
  fc.date({ noInvalidDate: false }),
  name.map((message) => new TypeError(message, { cause: new Error(message) })),
  many.map((length) => new Uint8Array(length)),
  fc.constant(new URL('https://example.org/a?b#c')),
);

/** What a stream is asked by: some of the least, some of the largest, and some larger. */
export const shape = fc.record(
  {
    items: fc.constantFrom<unknown>(1, 20, 1000, 1001, -1, 1.5),
    bytes: fc.constantFrom<unknown>(10, 100, 8000, 65_536, 9, 'x'),
    // None that waits for others: whoever sends it would be waited for as long as a stream may last.
    part: fc.constantFrom<unknown>(undefined, 'writes', 'hears', {}, { gathers: 0 }),
  },
  { requiredKeys: ['items', 'bytes'] },
);

/** A value of any of these, nested; a small one up to 4,000 times, all the same object. */
export const value: fc.Arbitrary<unknown> = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    { weight: 4, arbitrary: scalar },
    { weight: 3, arbitrary: special },
    { weight: 1, arbitrary: shape },
    { weight: 1, arbitrary: fc.tuple(small, many).map(([one, times]) => range(times, () => one)) },
    { weight: 2, arbitrary: fc.array(tie('tree'), { maxLength: 6 }) },
    { weight: 2, arbitrary: fc.dictionary(key, tie('tree'), { maxKeys: 5 }) },
  ),
})).tree;

/** A value as JSON has it, for protocols that know no more. */
export function plain(given: unknown): unknown {
  const text = JSON.stringify(given, (_, each: unknown) => {
    if (typeof each === 'bigint') return String(each);
    if (each instanceof Set || each instanceof Map) return [...(each as Set<unknown>)];
    return each instanceof RegExp ? each.source : each;
  });
  return text === undefined ? null : (JSON.parse(text) as unknown);
}

const part = fc.double({ min: 0, max: 1, noNaN: true });
const wrong = fc.constantFrom('"', '[', '}', ',', '\\', '\0', '9'.repeat(400), 'null');
const depth = fc.constantFrom(100, 300, 5000, 20_000);
const brackets = fc.constantFrom(['[', ']'], ['{"a":', '}'], ['[[', ']]']);
const strange = fc.constantFrom('', ' ', '\n', 'ping', 'null', '[]', '{}', '0', '"', '\u2028');
type Bend = (text: string) => Frame;

/** Breaks some messages: cut, doubled, escaped, nested, with a wrong character, or nothing like one. */
export const bend: fc.Arbitrary<Bend> = weighed<Bend>(
  [70, fc.constant((text) => text)],
  [8, part.map((share) => (text) => text.slice(0, share * text.length))],
  [
    8,
    fc.tuple(part, wrong).map(([share, sign]) => (text) => {
      const at = Math.floor(share * text.length);
      return text.slice(0, at) + sign + text.slice(at + 1);
    }),
  ],
  [3, fc.constant((text) => `${text}${text}`)],
  [3, fc.constant((text) => text.replaceAll('e', '\\u0065'))],
  [
    4,
    fc.tuple(depth, brackets).map(([levels, [open = '', close = '']]) => (text) => {
      return text.replace(/null|"x+"|\d+/, `${open.repeat(levels)}1${close.repeat(levels)}`);
    }),
  ],
  [2, fc.uint8Array({ maxLength: 200 }).map((bytes) => () => Uint8Array.from(bytes))],
  [2, strange.map((text) => () => text)],
);

/** Both steps of a call as Lumenize and its probe write it: to the method, and with its arguments. */
export const stepsOf = (key: string, args: readonly unknown[]) => [
  { type: 'get', key },
  { type: 'apply', args },
];

/** A text with its classes of characters, escaped for JSON. */
export function withClasses(text: string, length: number): string {
  return text.replaceAll(CLASS, '\\\\p{L}'.repeat(length));
}
