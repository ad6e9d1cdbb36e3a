import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  absolute,
  add,
  average,
  divide,
  enclosing,
  Interval,
  intervalOf,
  largest,
  mayBeEqual,
  mayBeLess,
  multiply,
  negate,
  type Quantity,
  smallest,
  subtract,
  sum,
} from './interval.ts';

/** Sizes that figures have; the quotient of the smallest numbers there are is none. */
const finite = fc
  .double({ min: -1e9, max: 1e9, noNaN: true })
  .map((value) => (Math.abs(value) < 1e-9 ? 0 : value));

/** An input as printed digits leave it: an interval, and the true value somewhere inside. */
const input = fc
  .tuple(finite, finite, fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([a, b, part]): { known: Quantity; truth: number } => {
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    const truth = Math.min(high, Math.max(low, low + part * (high - low)));
    return { known: new Interval(low, high), truth };
  });

/** A number that a formula names, which is exact. */
const constant = fc.integer({ min: -1000, max: 1000 }).map((truth) => ({ known: truth, truth }));

const holds = (found: Quantity, truth: number): boolean => {
  const { low, high } = intervalOf(found);
  return low <= truth && truth <= high;
};

const operations = [
  ['add', add, (a: number, b: number) => a + b],
  ['subtract', subtract, (a: number, b: number) => a - b],
  ['multiply', multiply, (a: number, b: number) => a * b],
  ['smallest', (a: Quantity, b: Quantity) => smallest([a, b]), Math.min],
  ['largest', (a: Quantity, b: Quantity) => largest([a, b]), Math.max],
  ['average', (a: Quantity, b: Quantity) => average([a, b]), (a: number, b: number) => (a + b) / 2],
  ['negate', (a: Quantity) => negate(a), (a: number) => -a],
  ['absolute', (a: Quantity) => absolute(a), Math.abs],
] as const;

/** A formula of any depth, over intervals and over the truth. */
const { formula } = fc.letrec<{ formula: { known: Quantity; truth: number } }>((tie) => ({
  formula: fc.oneof(
    { depthSize: 'small' },
    input,
    constant,
    fc
      .tuple(fc.constantFrom(...operations), tie('formula'), tie('formula'))
      .map(([[, over, exactly], a, b]) => ({
        known: over(a.known, b.known),
        truth: exactly(a.truth, b.truth),
      })),
  ),
}));

describe('the true value of any inputs inside their intervals', () => {
  it.each(operations)('lies inside the result: %s', (_, over, exactly) => {
    fc.assert(
      fc.property(input, input, (a, b) => {
        expect(holds(over(a.known, b.known), exactly(a.truth, b.truth))).toBe(true);
      }),
    );
  });

  it('lies inside a quotient, whose divisor cannot be nought', () => {
    fc.assert(
      fc.property(input, input, (a, b) => {
        const { low, high } = intervalOf(b.known);
        if (low <= 0 && high >= 0) {
          expect(() => divide(a.known, b.known)).toThrow(/got a divisor from .* cannot be 0/);
        } else {
          expect(holds(divide(a.known, b.known), a.truth / b.truth)).toBe(true);
        }
      }),
    );
  });

  it('lies inside whatever a formula of these makes of it', () => {
    fc.assert(
      fc.property(formula, ({ known, truth }) => {
        // A long formula of the truth is rounded at each step as well.
        const { low, high } = intervalOf(known);
        const slack = 1e-9 * Math.max(1, Math.abs(low), Math.abs(high));
        expect(low - slack <= truth && truth <= high + slack).toBe(true);
      }),
    );
  });
});

describe('a result is no wider than it need be', () => {
  const near = (a: number, b: number): boolean =>
    Math.abs(a - b) <= 4 * Number.EPSILON * Math.max(Math.abs(a), Math.abs(b), Number.MIN_VALUE);

  it('where a value grows with one input and falls with the other', () => {
    const positive = input.map(({ known }) => {
      const { low, high } = intervalOf(absolute(known));
      return new Interval(low + 1, high + 1);
    });
    fc.assert(
      fc.property(positive, positive, (a, b) => {
        const quotient = intervalOf(divide(a, b));
        expect(near(quotient.low, a.low / b.high) && near(quotient.high, a.high / b.low)).toBe(
          true,
        );
        const difference = intervalOf(subtract(a, b));
        expect(difference.low).toBeCloseTo(a.low - b.high, 5);
        expect(difference.high).toBeCloseTo(a.high - b.low, 5);
      }),
    );
  });

  it('of whole numbers, which stay what they are', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e6, max: 1e6 }),
        fc.integer({ min: -1e6, max: 1e6 }),
        (a, b) => {
          expect([add(a, b), subtract(a, b), sum([a, b, 1])]).toEqual([a + b, a - b, a + b + 1]);
          if (b !== 0) expect(divide(multiply(a, b), b)).toBe((a * b) / b);
        },
      ),
    );
  });

  it('of fractions, which have one step to either side', () => {
    const tenth = intervalOf(divide(1, 10));
    expect([tenth.low < 0.1, tenth.high > 0.1]).toEqual([true, true]);
    expect(near(tenth.low, tenth.high)).toBe(true);
    expect(enclosing([0, 1])).toEqual({ low: -Number.MIN_VALUE, high: 1 + Number.EPSILON });
  });
});

describe('what may be so', () => {
  it('is what is so of some values inside', () => {
    fc.assert(
      fc.property(input, input, (a, b) => {
        if (a.truth < b.truth) expect(mayBeLess(a.known, b.known)).toBe(true);
        expect(mayBeEqual(a.known, a.truth)).toBe(true);
        if (!mayBeEqual(a.known, b.known)) {
          expect(mayBeLess(a.known, b.known)).toBe(!mayBeLess(b.known, a.known));
        }
      }),
    );
  });

  it('of numbers, is what is so', () => {
    expect([mayBeLess(1, 2), mayBeLess(2, 2), mayBeEqual(2, 2), mayBeEqual(2, 3)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});

it.each([
  [2, 1],
  [Number.NaN, 1],
  [0, Infinity],
])('no interval is from %d to %d', (low, high) => {
  expect(() => new Interval(low, high)).toThrow(`got the interval ${low} to ${high}, expected two`);
});
