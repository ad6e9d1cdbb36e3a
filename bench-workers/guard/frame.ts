/**
 * The limits of every text frame, whichever library reads it. One scan of the text checks them, so that no
 * library parses a frame that passes one.
 */
import {
  closeCodes,
  limits,
  violation,
  type Violation,
  unreadable,
} from '../../src/wire/limits.ts';

/** Checks one frame. @throws FrameRefused for a frame that no client of the library sends */
export type Check = (text: string) => void;

/** Ends the connection with the code and the reason of its violation. */
export class FrameRefused extends Error {
  readonly violation: Violation;

  constructor(violation: Violation) {
    super(`frame: got one that this bench refuses: ${violation.reason}`);
    this.violation = violation;
  }
}

/** Limits of frames that the checks of all libraries share. */
export const frameLimits = limits.message;

/** @throws FrameRefused for a number above a limit, or for NaN */
export function limitFrame(
  limit: string,
  got: number,
  most: number,
  code: number = closeCodes.policy,
) {
  if (!(got <= most)) throw new FrameRefused(violation(code, `message.${limit}`, most));
}

/** @throws FrameRefused with the expected shape */
export function expectFrame(holds: boolean, expected: string): asserts holds {
  if (!holds) throw new FrameRefused(unreadable(expected));
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING: readonly number[] = [0x5b, 0x7b];
const CLOSING: readonly number[] = [0x5d, 0x7d];

/** Scans a frame for its depth and its number of values. Text that is no JSON may pass: its parser refuses it. */
export const checkFrame: Check = (text) => {
  // Each level and each value takes a character.
  if (text.length <= Math.min(frameLimits.depth, frameLimits.values)) return;
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at);
    else if (code === COMMA) values += 1;
    else if (OPENING.includes(code)) {
      values += 1;
      depth += 1;
    } else if (CLOSING.includes(code)) depth -= 1;
    else continue;
    limitFrame('depth', depth, frameLimits.depth);
    limitFrame('values', values, frameLimits.values);
  }
};

/** The place of the quotation mark that ends a text; the end of the frame if there is none. */
function endOfText(text: string, start: number): number {
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return text.length;
    let before = quote - 1;
    while (before >= from && text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((quote - 1 - before) % 2 === 0) return quote;
    from = quote + 1;
  }
}

/** Longest text that is not cut in a large frame. No name and no allowed number is longer. */
const SHORT = 1024;

/**
 * Cuts the long texts of a large frame, so that its check costs little. A cut text stays longer than a
 * short one, and differs from all others because it may be a key.
 */
function cutTexts(text: string): string {
  if (text.length <= frameLimits.special) return text;
  const parts: string[] = [];
  let kept = 0;
  for (let at = text.indexOf('"'); at >= 0;) {
    const end = endOfText(text, at);
    if (end - at - 1 > SHORT) {
      parts.push(text.slice(kept, at + 1), 'x'.repeat(SHORT + 1), String(at));
      kept = end;
    }
    at = text.indexOf('"', end + 1);
  }
  return parts.length === 0 ? text : `${parts.join('')}${text.slice(kept)}`;
}

/** Parses a frame with its long texts cut. @returns undefined if it is no JSON */
export function parseFrame(text: string): unknown {
  try {
    return JSON.parse(cutTexts(text)) as unknown;
  } catch {
    return undefined;
  }
}

/** Matches a JSON text that begins with a mark, whose characters may be written as escapes. */
export function markOf(mark: string): RegExp {
  const characters = [...mark].map((character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `(?:[${character}]|\\\\u${code})`;
  });
  return new RegExp(`"${characters.join('')}`, 'i');
}

/**
 * True if the mark of a library says that a frame has values beyond JSON. These may cost more than their
 * size, so that such a frame must be small.
 */
export function checkSpecial(text: string, mark: RegExp): boolean {
  if (!mark.test(cutTexts(text))) return false;
  limitFrame('special', text.length, frameLimits.special);
  return true;
}

/** True if a value is an object of JSON. */
export function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Values beyond JSON that cost much even in a small frame.

/** @param digits of a BigInt: its text */
export function checkDigits(digits: unknown): void {
  limitFrame('digits', typeof digits === 'string' ? digits.length : NaN, frameLimits.digits);
}

/**
 * Refuses classes of Unicode properties, as `\p{L}`. Each is a list of hundreds of ranges: reading 8 KiB
 * of them takes a third of a second.
 */
export function checkPattern(source: unknown, flags: unknown): void {
  const isText = typeof source === 'string' && typeof flags === 'string';
  expectFrame(isText && !/\\p/i.test(source) && !flags.includes('v'), 'a plain regular expression');
}

/** Checks a text such as `/source/flags` in the same way. */
export function checkPatternText(pattern: unknown): void {
  expectFrame(typeof pattern === 'string', 'a regular expression as a text');
  const end = pattern.lastIndexOf('/');
  checkPattern(pattern.slice(0, end), pattern.slice(end + 1));
}
