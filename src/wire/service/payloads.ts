/** Made-up data that both ends know, so that what arrives can be checked. */
import { checkWhole } from '../limits.ts';

/** Items of a list. */
export const LIST_LENGTH = 10;
/** Largest first id of a list. It keeps the list no longer than systems/capnweb/check.ts counts for it. */
export const LAST_LIST = 100_000;

/** @throws RangeError unless the list begins with a whole number from 0 to {@link LAST_LIST} */
export function idsFrom(first: number): number[] {
  checkWhole('ids', first, 0, LAST_LIST);
  return Array.from({ length: LIST_LENGTH }, (_, index) => first + index);
}

/** The name that is looked up for an id. */
export function nameOf(id: number): string {
  return `name ${id}`;
}

/** The ways of a payload: its words, and how often it crosses the network. */
export const payloadWays = {
  up: {
    label: 'up',
    name: 'Upload',
    spoken: 'sending',
    carries: 'whose argument is',
    crossings: 1,
  },
  down: {
    label: 'down',
    name: 'Download',
    spoken: 'fetching',
    carries: 'whose answer is',
    crossings: 1,
  },
  echo: {
    label: 'up and back',
    name: 'Echo',
    spoken: 'sending and getting back',
    carries: 'whose argument and answer are',
    crossings: 2,
  },
} as const;
export type PayloadWay = keyof typeof payloadWays;

/** Longest text that {@link payloadText} makes, in characters. */
export const MAX_TEXT_LENGTH = 1_048_576;

const SYLLABLES = 'ba ce di fo gu ka le mi no pu ra se ti vo zu an er in or um'.split(' ');
const SEED = 0x9e3779b9;

let text = '';
let state = SEED;

/**
 * The first `length` characters of one endless text of made-up words and numbers. A compressor shrinks it
 * about as much as written text. The text is made once, so that only the first call pays.
 *
 * @throws RangeError unless the length is an integer from 0 to {@link MAX_TEXT_LENGTH}
 */
export function payloadText(length: number): string {
  checkWhole('length', length, 0, MAX_TEXT_LENGTH);
  if (text.length < length) {
    const parts = [text];
    for (let made = text.length; made < length; made += parts.at(-1)?.length ?? 0) {
      parts.push(nextWord());
    }
    text = parts.join('');
  }
  return text.slice(0, length);
}

/**
 * The payload at a place in a row of payloads of one length. Each is another part of the text, because a
 * socket that compresses remembers the last 32 kB and would send a repeated text as almost nothing.
 *
 * @throws RangeError as {@link payloadText}
 */
export function payloadAt(length: number, place: number): string {
  // This also checks the length.
  const first = payloadText(length);
  const room = MAX_TEXT_LENGTH - length;
  const from = room === 0 ? 0 : (place * length) % room;
  return from === 0 ? first : payloadText(MAX_TEXT_LENGTH).slice(from, from + length);
}

/** A word of one to four syllables, or once in eight a number of up to four digits. */
function nextWord(): string {
  if (below(8) === 0) return `${below(10_000)} `;
  const syllables = Array.from({ length: 1 + below(4) }, () => SYLLABLES[below(SYLLABLES.length)]);
  return `${syllables.join('')} `;
}

/** The next integer below a limit, from a generator with a fixed seed. */
function below(limit: number): number {
  // Mulberry32 has 32 bits of state, which is enough for text, and is the same on every machine.
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
}
