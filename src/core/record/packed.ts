/**
 * Whole numbers as text: each in base 36, separated by blanks; `*n` behind one says that it stands n times in
 * a row. `8c 8d*3` is 300, 301, 301, 301. Older records have two more ways, told by how the text begins:
 *
 * - `=`, the smallest of them, then what each lies above it: digits of base 64, five bits each, the lowest
 *   first, the sixth bit set where another follows;
 * - `+`, then what each lies above the one before, the first above 0: a digit of base 64 up to 62, any other
 *   behind `_` as above, doubled, and made odd where it is below.
 */

/** @param values whole numbers of at least 0 */
export function pack(values: readonly number[]): string {
  const words: string[] = [];
  for (let at = 0; at < values.length;) {
    const value = values[at] as number;
    let end = at + 1;
    while (values[end] === value) end += 1;
    const word = value.toString(36);
    words.push(end - at === 1 ? word : `${word}*${end - at}`);
    at = end;
  }
  return words.join(' ');
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const ESCAPE = 63;
/** The value of a digit by its character code; 64 for any other character. */
const VALUES = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = DIGITS.indexOf(String.fromCharCode(code));
  return value < 0 ? 64 : value;
});

/** Most digits of a number, and of how often it stands there. */
const MOST_DIGITS = 10;
const MOST_TIMES_DIGITS = 7;

/**
 * Reads packed text letter by letter, because patterns and lists of words take several times as long.
 *
 * @returns undefined for a text that is none
 */
export function unpack(text: string): number[] | undefined {
  if (text.startsWith('=') || text.startsWith('+')) return unpackDigits(text);
  const values: number[] = [];
  if (text === '') return values;
  for (let at = 0; ; at += 1) {
    const from = at;
    let value = 0;
    for (let digit; (digit = digitAt(text, at)) < 36; at += 1) value = value * 36 + digit;
    if (at === from || at - from > MOST_DIGITS) return undefined;
    let times = 1;
    if (text[at] === '*') {
      const first = (at += 1);
      times = 0;
      for (let digit; (digit = digitAt(text, at)) < 10; at += 1) times = times * 10 + digit;
      if (text[first] === '0' || at === first || at - first > MOST_TIMES_DIGITS) return undefined;
    }
    for (; times > 0; times -= 1) values.push(value);
    if (at === text.length) return values;
    if (text[at] !== ' ') return undefined;
  }
}

function unpackDigits(text: string): number[] | undefined {
  const inSteps = text.startsWith('+');
  const values: number[] = [];
  let at = 1;
  /** NaN if the text ends within a number, or has another character. */
  const next = (): number => {
    let value = 0;
    for (let unit = 1; ; unit *= 32) {
      const digit = VALUES[text.charCodeAt(at)] ?? 64;
      at += 1;
      if (digit === 64) return NaN;
      value += (digit & 31) * unit;
      if (digit < 32) return value;
    }
  };
  let base = inSteps ? 0 : next();
  while (at < text.length) {
    if (!inSteps) values.push(base + next());
    else {
      const digit = VALUES[text.charCodeAt(at)] ?? 64;
      if (digit <= ESCAPE) at += 1;
      const doubled = digit < ESCAPE ? 2 * digit : next();
      base += doubled % 2 === 1 ? -(doubled - 1) / 2 : doubled / 2;
      values.push(base);
    }
  }
  const isWhole = (value: number) => Number.isSafeInteger(value) && value >= 0;
  return isWhole(base) && values.every(isWhole) ? values : undefined;
}

/** The digit in base 36 at a place of the text; 36 for anything else, and behind its end. */
function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code >= 48 && code <= 57) return code - 48;
  return code >= 97 && code <= 122 ? code - 87 : 36;
}
