/** Values beyond JSON that cost much even in a small frame, whichever library writes them. */
import { expectFrame, frameLimits, limitFrame } from './frame.ts';

/** @param digits of a BigInt: its text */
export function checkDigits(digits: unknown): void {
  limitFrame('digits', typeof digits === 'string' ? digits.length : NaN, frameLimits.digits);
}

/**
 * Refuses classes by a property of Unicode, as in `\p{L}`: each is a list of hundreds of ranges, and
 * 8 KiB of them take a third of a second to read.
 */
export function checkPattern(source: unknown, flags: unknown): void {
  const isText = typeof source === 'string' && typeof flags === 'string';
  expectFrame(isText && !/\\p/i.test(source) && !flags.includes('v'), 'a plain regular expression');
}

/** The same for a text such as `/source/flags`. */
export function checkPatternText(pattern: unknown): void {
  expectFrame(typeof pattern === 'string', 'a regular expression as a text');
  const end = pattern.lastIndexOf('/');
  checkPattern(pattern.slice(0, end), pattern.slice(end + 1));
}
