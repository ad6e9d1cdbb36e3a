import { describe, expect, it } from 'vitest';
import { agreementOf, classBeside, isSamePlace } from './pairs.ts';
import type { Ratio } from './result.ts';
import { ratioOf } from './testing/rows.ts';

/** Twelve launches whose values have a standard deviation of about 3 %. */
const published = ratioOf(1.2, 1.02, { launches: 12, sessions: 120, within: 1e-4 });

describe('a reader’s ratio beside the published one', () => {
  it.each([
    [ratioOf(1.2, 1.01), { kind: 'same' }],
    [ratioOf(1.6, 1.02), { kind: 'differs' }],
    [ratioOf(1.2, 1.2), { kind: 'noisy' }],
  ])('of %j', (yours, found) => {
    expect(agreementOf(yours, published, 1)).toMatchObject(found);
  });

  it('is so many times ours, between the ends of its interval', () => {
    const found = agreementOf(ratioOf(1.6, 1.02), published, 1);
    if (found?.kind !== 'differs') throw new Error(`got ${found?.kind}, expected differs`);
    expect(Math.sqrt(found.low * found.high)).toBeCloseTo(1.6 / 1.2, 9);
    expect(found.low).toBeLessThan(1.3);
  });

  it('needs more the more rows are shown', () => {
    const yours = ratioOf(1.31, 1.01);
    expect(agreementOf(yours, published, 1)?.kind).toBe('differs');
    expect(agreementOf(yours, published, 40)?.kind).toBe('noisy');
  });

  it('contains what differs between launches and no session shows', () => {
    const wide = { ...published, low: 1, high: 1.44 };
    expect(agreementOf(ratioOf(1.3, 1.001), wide, 1)?.kind).toBe('noisy');
    // Where the published sessions tell nothing of their spread, all of it is that of launches.
    const untold = { ...published, within: undefined };
    expect(agreementOf(ratioOf(1.25, 1.001), untold, 1)?.kind).toBe('noisy');
  });

  it('has the spread of one more launch if it had under four sessions', () => {
    const short = { ...ratioOf(1.2, 1), low: undefined, high: undefined, sessions: 1 };
    // t(11) · s · √(1 + 1 ÷ 12) reaches √13 times as far as the interval of the mean.
    const found = agreementOf(short, { ...published, low: 1.2 / 1.05, high: 1.2 * 1.05 }, 1);
    const least = expect.closeTo(1.05 ** Math.sqrt(13) - 1, 6) as number;
    expect(found).toEqual({ kind: 'noisy', least });
  });

  it('errs by what differs between your sessions, from four on', () => {
    const exact = ratioOf(1.2, 1, { launches: 12, sessions: 120 });
    const leastOf = (yours: Ratio, ours: Ratio) =>
      expect(agreementOf(yours, ours, 1)).toEqual({
        kind: 'noisy',
        least: expect.closeTo(0.3, 9) as number,
      });
    for (const sessions of [4, 12]) {
      leastOf(ratioOf(1.2, 1.3, { launches: 1, sessions }), exact);
    }
    // Yours errs by nothing, and sessions show all that differs between launches.
    const shown = { ...published, low: 1.2 / 1.3, high: 1.2 * 1.3, within: 1 };
    leastOf(ratioOf(1.2, 1, { launches: 1, sessions: 12 }), shown);
  });

  it('says nothing where the published ratio has no interval', () => {
    const blind = { ...published, low: undefined, high: undefined };
    expect(agreementOf(ratioOf(1.2, 1.02), blind, 1)).toBeUndefined();
  });
});

it.each([
  [{}, true],
  [{ client: 'node' as const }, false],
  [{ place: { setting: 'deployed' as const, roundTripMs: 0 } }, false],
  [{ place: { setting: 'workerd' as const, roundTripMs: 25 } }, false],
])('figures are set against figures of the same place only: %j', (change, expected) => {
  const at = { client: 'browser' as const, place: { setting: 'workerd' as const, roundTripMs: 0 } };
  expect(isSamePlace({ ...at, ...change }, at)).toBe(expected);
});

it.each([
  ['within', 'within', 'also within 10 %'],
  ['slower', 'slower-by-margin', 'slower here too'],
  ['faster-by-margin', 'slower', 'the other way round'],
  ['faster', 'within', 'faster here'],
  ['slower', undefined, 'slower here'],
  ['within', 'slower', 'within 10 % here'],
  ['open', 'slower', 'cannot tell'],
  [undefined, 'slower', 'cannot tell'],
] as const)('at another place %s beside %s reads: %s', (yours, ours, text) => {
  expect(classBeside(yours, ours)).toBe(text);
});
