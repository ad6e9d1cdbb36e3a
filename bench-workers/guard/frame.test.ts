import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkFrame,
  checkSpecial,
  frameLimits,
  FrameRefused,
  markOf,
  parseFrame,
} from './frame.ts';

/** The limit that some work passes; undefined where it passes none. */
function limitOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    if (error instanceof FrameRefused) return JSON.parse(error.violation.reason);
    throw error;
  }
  return undefined;
}

const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`;
const { depth, values, special } = frameLimits;

describe('every frame', () => {
  it.each([
    ['the question of 10,000 brackets', nested(10_000)],
    ['as many values as there may be', `[${'0,'.repeat(values - 2)}0]`],
    ['a long text of brackets and commas', JSON.stringify(['[,"{\\'.repeat(30_000)])],
    ['a text that never ends', `"${'['.repeat(30_000)}`],
    ['no JSON', '}'.repeat(30_000)],
  ])('may have %s', (_what, text) => {
    expect(limitOf(() => checkFrame(text))).toBeUndefined();
  });

  it.each([
    ['message.depth', depth, nested(depth + 1)],
    ['message.values', values, `[${'0,'.repeat(values)}0]`],
    ['message.values', values, `[${'[],'.repeat(values / 2)}0]`],
    // A backslash before a quotation mark ends the text where another one is before it.
    ['message.depth', depth, `["\\\\",${nested(depth + 1)}]`],
  ])('keeps to %s', (limit, most, text) => {
    expect(limitOf(() => checkFrame(text))).toEqual({ error: 'limit', limit, most });
  });

  it('counts as many values as its parser finds', () => {
    const count = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? 1 + Object.values(value).reduce((sum: number, item) => sum + count(item), 0)
        : 1;
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const many = JSON.stringify([Array(values).fill(0), value]);
        expect(limitOf(() => checkFrame(many))).toBeDefined();
        const few = JSON.stringify([Array(values - 2 * count(value) - 2).fill(0), value]);
        fc.pre(few.length > depth);
        expect(limitOf(() => checkFrame(few))).toBeUndefined();
      }),
    );
  });
});

describe('a frame beyond JSON', () => {
  const mark = markOf('$ref');
  const frame = (key: string, length: number) => `{"a":"${'x'.repeat(length)}","${key}":0}`;

  it.each(['$ref', '\\u0024ref', '$\\u0072ef', '\\u0024\\u0072\\u0065\\u0066'])(
    'is told by %s',
    (key) => {
      expect(checkSpecial(frame(key, 100), mark)).toBe(true);
      expect(limitOf(() => checkSpecial(frame(key, special), mark))).toEqual({
        error: 'limit',
        limit: 'message.special',
        most: special,
      });
    },
  );

  it('is no frame that has the mark in the middle of a text', () => {
    expect(checkSpecial(frame('a $ref', special), mark)).toBe(false);
    expect(checkSpecial(`["${'a "$ref'.replaceAll('"', '\\"').repeat(special)}"]`, mark)).toBe(
      false,
    );
  });
});

describe('the JSON of a frame', () => {
  it('is whole but for its long texts', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify([value, 'x'.repeat(2000)]);
        expect((parseFrame(text) as unknown[])[0]).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
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
