/**
 * Whole numbers as text: each in base 36, separated by blanks; `*n` behind one says that it stands n times in
 * a row. `8c 8d*3` is 300, 301, 301, 301.
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

/** Most digits of a number, and of how often it stands there. */
const MOST_DIGITS = 10;
const MOST_TIMES_DIGITS = 7;

/**
 * Reads packed text letter by letter, because patterns and lists of words take several times as long.
 *
 * @returns undefined for a text that is none
 */
export function unpack(text: string): number[] | undefined {
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

/** The digit in base 36 at a place of the text; 36 for anything else, and behind its end. */
function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code >= 48 && code <= 57) return code - 48;
  return code >= 97 && code <= 122 ? code - 87 : 36;
}
