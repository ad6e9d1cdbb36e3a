/** What a figure as printed stands for. */
import { enclosing, type Interval } from './interval.ts';

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
  return around(printed, 0.5);
}

/** How figures become quantities, and how quantities are divided. */
export interface Arithmetic<Q> {
  /** @param printed the figure as printed, where its number alone does not tell */
  figure: (value: number, printed?: string) => Q;
  divide: (dividend: Q | number, divisor: Q | number) => Q;
}

/** Figures as the numbers that they are: for what is shown. */
export const byNumbers: Arithmetic<number> = {
  figure: (value) => value,
  divide: (dividend, divisor) => dividend / divisor,
};

/** The number of a figure as it is printed unless its record says otherwise. */
export function shortest(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  throw new RangeError(`got ${text}, expected a number that is printed without an exponent`);
}
