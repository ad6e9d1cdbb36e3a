import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { violationIn } from '../testing/messages.ts';
import { checkFrame, checkSpecial, frameLimits, markOf, parseFrame } from './frame.ts';

const { depth, values, special } = frameLimits;
const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
const limit = (name: keyof typeof frameLimits) =>
  JSON.stringify({ error: 'limit', limit: `message.${name}`, most: frameLimits[name] });

describe('every frame', () => {
  it.each([
    ['the question of 10,000 brackets', nested(10_000)],
    ['as many lists in each other as there may be', nested(depth)],
    ['as many values as there may be', `[${'0,'.repeat(values - 2)}0]`],
    ['a long text of brackets and commas', JSON.stringify(['[,"{\\'.repeat(30_000)])],
    ['a text that never ends', `"${'['.repeat(30_000)}`],
    ['no JSON', '}'.repeat(30_000)],
  ])('may have %s', (_what, text) => {
    expect(violationIn(checkFrame, [text])).toBeUndefined();
  });

  it.each([
    ['depth', nested(depth + 1)],
    ['values', `[${'0,'.repeat(values)}0]`],
    ['values', `[${'[],'.repeat(values / 2)}0]`],
    // A backslash escapes no quotation mark if another backslash is before it.
    ['depth', `["\\\\",${nested(depth + 1)}]`],
  ] as const)('keeps to its limit of %s', (name, text) => {
    expect(violationIn(checkFrame, [text])).toBe(limit(name));
  });

  it('has as many values as its parser finds', () => {
    const count = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? 1 + Object.values(value).reduce((sum: number, item) => sum + count(item), 0)
        : 1;
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const many = JSON.stringify([Array(values).fill(0), value]);
        expect(violationIn(checkFrame, [many])).toBeDefined();
        const few = JSON.stringify([Array(values - 2 * count(value) - 2).fill(0), value]);
        fc.pre(few.length > depth);
        expect(violationIn(checkFrame, [few])).toBeUndefined();
      }),
    );
  });
});

describe('a frame beyond JSON', () => {
  const isSpecial = (text: string) => checkSpecial(text, markOf('$ref'));
  const frame = (key: string, length: number) => `{"a":"${'x'.repeat(length)}","${key}":0}`;

  it.each(['$ref', '\\u0024ref', '$\\u0072ef', '\\u0024\\u0072\\u0065\\u0066'])(
    'is told by %s, and small',
    (key) => {
      expect(isSpecial(frame(key, 100))).toBe(true);
      expect(violationIn(isSpecial, [frame(key, special)])).toBe(limit('special'));
    },
  );

  it('is not told by its mark inside a text', () => {
    expect(isSpecial(frame('a $ref', special))).toBe(false);
    expect(isSpecial(`["${'a \\"$ref'.repeat(special)}"]`)).toBe(false);
  });
});

describe('the JSON of a frame', () => {
  it('is whole except for long texts', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify([value, 'x'.repeat(2000)]);
        expect((parseFrame(text) as unknown[])[0]).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it.each([
    ['a text that fills a small frame', [], special - 4, true],
    ['the longest number of a large one', ['x'.repeat(9000)], 1024, true],
    ['no longer text of a large one', ['x'.repeat(9000)], 1025, false],
  ])('has %s', (_what, others, length, isWhole) => {
    const text = 'y'.repeat(length);
    const [found] = parseFrame(JSON.stringify([text, ...others])) as [string];
    expect([found === text, found.length >= length]).toEqual([isWhole, true]);
  });

  it('keeps two long keys apart, and long texts long', () => {
    const long = 'x'.repeat(5000);
    const found = parseFrame(JSON.stringify({ [`${long}1`]: 1, [`${long}2`]: [long] }));
    const [first, second] = Object.values(found as object) as [number, string[]];
    expect(first).toBe(1);
    expect(second[0]?.length).toBeGreaterThan(frameLimits.digits);
  });

  it('is undefined for a text that is none', () => {
    expect(parseFrame('{"json":')).toBeUndefined();
  });
});
