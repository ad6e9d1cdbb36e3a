/** Ids of claims in addresses: from what is claimed, so that none changes when others come or go. */
import type { Claim } from './claim.ts';

/** Longest part of an id that is made of a claim’s text, in characters. */
const LONGEST = 72;

/**
 * An id for each claim of an entry: `claim-` and the words of its text. A text that is cut ends in a
 * number made of the whole, so that an id never depends on the other claims.
 *
 * @throws RangeError naming the text, when two claims have the same words
 */
export function claimAnchors(claims: ReadonlyArray<Pick<Claim, 'text'>>): string[] {
  const ids = claims.map(({ text }) => `claim-${shortened(slug(text))}`);
  const twice = ids.findIndex((id, at) => ids.indexOf(id) !== at);
  if (twice >= 0) {
    throw new RangeError(`claims: got “${claims[twice]?.text}” twice, expected texts that differ`);
  }
  return ids;
}

/** Words and numbers in small letters with hyphens between them. */
function slug(text: string): string {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join('-');
}

function shortened(words: string): string {
  if (words.length <= LONGEST) return words;
  const end = words.lastIndexOf('-', LONGEST);
  return `${words.slice(0, end < 0 ? LONGEST : end)}-${hash(words)}`;
}

/** FNV-1a of 32 bits (Fowler, Noll and Vo), as letters and digits. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  }
  return value.toString(36);
}
