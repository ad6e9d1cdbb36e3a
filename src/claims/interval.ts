/**
 * Interval arithmetic after the basics of IEEE Std 1788-2015 (bare, bounded, never empty): an
 * interval holds every value that a quantity may have, and the result of an operation holds every
 * value that the operation gives for values inside its operands. Ends are rounded outward by one
 * step of binary64, so that no rounding of the machine loses a value.
 *
 * Where every input stands once, the result of adding, subtracting, multiplying and dividing is as
 * narrow as can be; an input that stands twice counts as two, and the result may be wider than it
 * need be, never narrower.
 */

import type { Estimate } from '../harness/statistics/index.ts';

/** All values from `low` to `high`, both ends among them. Finite. */
export class Interval {
  readonly low: number;
  readonly high: number;
  /** The number that is printed, of a figure as it stands; of what is computed there is none. */
  readonly printed: number | undefined;

  /** @throws RangeError unless both ends are finite and in order */
  constructor(low: number, high: number, printed?: number) {
    if (!(Number.isFinite(low) && Number.isFinite(high) && low <= high)) {
      throw new RangeError(`got the interval ${low} to ${high}, expected two finite ends in order`);
    }
    this.low = low;
    this.high = high;
    this.printed = printed;
  }
}

/** A number that is exact, or an interval. */
export type Quantity = number | Interval;

export function isQuantity(value: unknown): value is Quantity {
  return typeof value === 'number' || value instanceof Interval;
}

/** @returns the interval of a quantity; that of a number has no width */
export function intervalOf(value: Quantity): Interval {
  return typeof value === 'number' ? new Interval(value, value) : value;
}

const float = new Float64Array(1);
const bits = new BigInt64Array(float.buffer);

/** The smallest number of binary64 above a finite one. */
function above(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  float[0] = value;
  bits[0] = (bits[0] ?? 0n) + (value > 0 ? 1n : -1n);
  return float[0];
}

/** An interval from the smallest to the largest of some computed values, each end one step outward. */
export function enclosing(values: readonly number[]): Interval {
  return new Interval(-above(-Math.min(...values)), above(Math.max(...values)));
}

type Operation = (a: number, b: number) => number;

/**
 * An operation whose extremes lie at the ends of its operands. Whole numbers are exact as long as
 * their result is one that binary64 has.
 */
function byEnds(operation: Operation) {
  return (a: Quantity, b: Quantity): Quantity => {
    if (typeof a === 'number' && typeof b === 'number') {
      const result = operation(a, b);
      if ([a, b, result].every(Number.isSafeInteger)) return result;
    }
    const [x, y] = [intervalOf(a), intervalOf(b)];
    const ends = [x.low, x.high].flatMap((one) =>
      [y.low, y.high].map((other) => operation(one, other)),
    );
    return enclosing(ends);
  };
}

export const add = byEnds((a, b) => a + b);
export const subtract = byEnds((a, b) => a - b);
export const multiply = byEnds((a, b) => a * b);
const quotient = byEnds((a, b) => a / b);

/** @throws RangeError when the divisor may be nought */
export function divide(dividend: Quantity, divisor: Quantity): Quantity {
  const { low, high } = intervalOf(divisor);
  if (low > 0 || high < 0) return quotient(dividend, divisor);
  throw new RangeError(`got a divisor from ${low} to ${high}, expected one that cannot be 0`);
}

export function negate(value: Quantity): Quantity {
  return typeof value === 'number' ? -value : new Interval(-value.high, -value.low);
}

export function absolute(value: Quantity): Quantity {
  if (typeof value === 'number') return Math.abs(value);
  const { low, high } = value;
  if (low >= 0) return value;
  return high <= 0 ? negate(value) : new Interval(0, Math.max(-low, high));
}

/** The smallest or the largest of several, both of whose ends are those of the ends. */
function extreme(pick: (...values: number[]) => number) {
  return (values: readonly Quantity[]): Quantity => {
    if (values.every((value) => typeof value === 'number')) return pick(...values);
    const all = values.map(intervalOf);
    return new Interval(pick(...all.map(({ low }) => low)), pick(...all.map(({ high }) => high)));
  };
}

export const smallest = extreme(Math.min);
export const largest = extreme(Math.max);

export function sum(values: readonly Quantity[]): Quantity {
  return values.reduce(add, 0);
}

export function average(values: readonly Quantity[]): Quantity {
  return divide(sum(values), values.length);
}

/** Whether all of a quantity lies inside, but for what rounding outward may add to its ends. */
export function isInside(value: Quantity, { low, high }: Interval): boolean {
  const { low: least, high: most } = intervalOf(value);
  const slack = 1e-12 * Math.max(Math.abs(low), Math.abs(high));
  return least >= low - slack && most <= high + slack;
}

// What may be so of two quantities: true when it is so of some values inside them.

export function mayBeLess(a: Quantity, b: Quantity): boolean {
  return intervalOf(a).low < intervalOf(b).high;
}

export function mayBeEqual(a: Quantity, b: Quantity): boolean {
  const [x, y] = [intervalOf(a), intervalOf(b)];
  return x.low <= y.high && y.low <= x.high;
}

/** Whether both are the same number, or figures that are printed alike. */
export function isPrintedAlike(a: Quantity, b: Quantity): boolean {
  const [one, other] = [a, b].map((each) => (typeof each === 'number' ? each : each.printed));
  return one !== undefined && one === other;
}

/** Digits after the point of a number as printed. */
export function decimalsOf(printed: string): number {
  return printed.split('.')[1]?.length ?? 0;
}

/** Digits from the first that is not nought: 3 of 0.171, 4 of 5858, 2 of 0.050. */
export function digitsOf(printed: string): number {
  return printed.replace(/[-+.]/g, '').replace(/^0+/, '').length;
}

/** All values as far as `units` of its last digit from a number as printed. */
export function around(printed: string, units: number): Interval {
  // Whole numbers divided once: the ends are off by less than the step outward.
  const scale = 10 ** decimalsOf(printed);
  const whole = Math.round(Number(printed) * scale);
  return enclosing([(whole - units) / scale, (whole + units) / scale]);
}

/**
 * All values that a source rounds to these digits: 0.267 stands for 0.2665 to 0.2675, and 28 for
 * 27.5 to 28.5. Both ends belong to it, because sources round halves either way.
 */
export function printedInterval(printed: string): Interval {
  const { low, high } = around(printed, 0.5);
  return new Interval(low, high, Number(printed));
}

/** Whether a number as printed is a nought without a digit after the point. */
export function isBareNought(printed: string): boolean {
  return /^[-+]?0$/.test(printed);
}

/**
 * A nought as it would be printed with the digits of the figures beside it. A 0 by itself would
 * stand for half a unit either way, whatever it is argued beside.
 *
 * @param beside figures in its unit, as printed
 */
export function noughtBeside(beside: readonly string[]): string {
  return (0).toFixed(Math.max(0, ...beside.map(decimalsOf)));
}

/** How figures become quantities, and how quantities are divided. */
export interface Arithmetic<Q> {
  /** @param printed the figure as printed, where its number alone does not tell */
  figure: (value: number, printed?: string) => Q;
  divide: (dividend: Q | number, divisor: Q | number) => Q;
  /** What a median of a measured record counts as. */
  median: (found: Estimate) => Q | number;
}

/** Figures as the numbers that they are: for what is shown. */
export const byNumbers: Arithmetic<number> = {
  figure: (value) => value,
  divide: (dividend, divisor) => dividend / divisor,
  median: ({ estimate }) => estimate,
};

/** The number of a figure as it is printed unless its record says otherwise. */
export function shortest(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  throw new RangeError(`got ${text}, expected a number that is printed without an exponent`);
}
