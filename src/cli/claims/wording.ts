/** Which words in a row a text shares with a document, told from fingerprints of the document alone. */
import { createHash } from 'node:crypto';

/** Words in a row that are a quotation: fewer may be shared by chance, as names and terms are. */
export const QUOTATION_WORDS = 8;
/** Bytes of a fingerprint. Six make a wrong match about as rare as one in a billion texts. */
const BYTES = 6;

/** A text’s words, in small letters and without punctuation: `30–35x` and `30-35x` are one word. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replaceAll(/[^\p{L}\p{N}]+/gu, ''))
    .filter((word) => word !== '');
}

/** Every run of eight words, in order. */
export function runsOf(words: readonly string[]): string[] {
  return words
    .slice(QUOTATION_WORDS - 1)
    .map((_, at) => words.slice(at, at + QUOTATION_WORDS).join(' '));
}

export function fingerprint(run: string): string {
  return createHash('sha256').update(run).digest().subarray(0, BYTES).toString('hex');
}

/** The fingerprints of all runs of eight words in documents, each once, as base64. */
export function packWording(documents: readonly string[]): string {
  const runs = documents.flatMap((text) => runsOf(wordsOf(text)).map(fingerprint));
  return Buffer.from([...new Set(runs)].sort().join(''), 'hex').toString('base64');
}

/**
 * The fingerprints of a document.
 *
 * @throws RangeError where the text is not made of whole fingerprints
 */
export function unpackWording(packed: string): ReadonlySet<string> {
  const hex = Buffer.from(packed, 'base64').toString('hex');
  const digits = 2 * BYTES;
  if (hex === '' || hex.length % digits !== 0) {
    throw new RangeError(`got ${hex.length / 2} bytes, expected a multiple of ${BYTES}`);
  }
  return new Set(hex.match(new RegExp(`.{${digits}}`, 'g')));
}
