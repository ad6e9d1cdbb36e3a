/** No page repeats more than seven words of a source in a row, unless it quotes them. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readEntryFile } from '../../journal/claims/claim.ts';
import { sourceSchema } from '../../journal/collections/records.ts';

/** Words in a row that are a quotation: fewer may be shared by chance, as names and terms are. */
const QUOTATION_WORDS = 8;
/** Bytes of a fingerprint. Six make a wrong match about as rare as one in a billion texts. */
const BYTES = 6;

/** A text’s words, in small letters and without punctuation: `30–35x` and `30-35x` are one word. */
function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replaceAll(/[^\p{L}\p{N}]+/gu, ''))
    .filter((word) => word !== '');
}

/** Every run of eight words, in order. */
function runsOf(words: readonly string[]): string[] {
  return words
    .slice(QUOTATION_WORDS - 1)
    .map((_, at) => words.slice(at, at + QUOTATION_WORDS).join(' '));
}

function fingerprint(run: string): string {
  return createHash('sha256').update(run).digest().subarray(0, BYTES).toString('hex');
}

/** The fingerprints of all runs of eight words in documents, each once, as base64. */
function packWording(documents: readonly string[]): string {
  const runs = documents.flatMap((text) => runsOf(wordsOf(text)).map(fingerprint));
  return Buffer.from([...new Set(runs)].sort().join(''), 'hex').toString('base64');
}

/**
 * The fingerprints of a document.
 *
 * @throws RangeError where the text is not made of whole fingerprints
 */
function unpackWording(packed: string): ReadonlySet<string> {
  const hex = Buffer.from(packed, 'base64').toString('hex');
  const digits = 2 * BYTES;
  if (hex === '' || hex.length % digits !== 0) {
    throw new RangeError(`got ${hex.length / 2} bytes, expected a multiple of ${BYTES}`);
  }
  return new Set(hex.match(new RegExp(`.{${digits}}`, 'g')));
}

/** The stretches of a text that stand in a document word by word, eight words or more each. */
function sharedWording(text: string, wording: ReadonlySet<string>): string[] {
  const words = wordsOf(text);
  const shared: Array<{ from: number; to: number }> = [];
  for (const [at, run] of runsOf(words).entries()) {
    if (!wording.has(fingerprint(run))) continue;
    const last = shared.at(-1);
    if (last !== undefined && at < last.to) last.to = at + QUOTATION_WORDS;
    else shared.push({ from: at, to: at + QUOTATION_WORDS });
  }
  return shared.map(({ from, to }) => words.slice(from, to).join(' '));
}

/**
 * The words of a Markdown text that are its own, paragraph by paragraph: without blocks of code, what
 * stands in “quotation marks”, addresses and tags.
 */
function ownWords(markdown: string): string[] {
  return markdown
    .replaceAll(/^```.*?^```$/gms, '\n\n')
    .replaceAll(/^(import|export)\s.*$/gm, '')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/“[^”]*”|<[^>]+>/g, '\n\n')
    .split(/\n\s*\n|\n\s*(?:[-*]|\d+\.)\s/);
}

const document = 'It takes 30–35x the time, and “nobody” knows why that is so.\nNor how.';
const wording = unpackWording(packWording([document]));

describe('words in a row', () => {
  it.each([
    ['so it takes 30-35x the time, and nobody knew', 'it takes 3035x the time and nobody', 7],
    [
      'so it takes 30-35x the time, and nobody knows',
      'it takes 3035x the time and nobody knows',
      8,
    ],
    ['Why that is so. nor HOW, the time and nobody knows', undefined, 0],
    [document, wordsOf(document).join(' '), 14],
  ])('of “%s” are shared from eight on', (text, run, words) => {
    expect(sharedWording(text, wording)).toEqual(words < 8 ? [] : [run]);
    if (run !== undefined) expect(run.split(' ')).toHaveLength(words);
  });

  it('are looked for outside of code, quotation marks and addresses', () => {
    const text =
      'One [link](/of/it) and “a quotation”, <b>two</b>.\n\n```sh\nrun it\n```\n- An item';
    expect(ownWords(text).flatMap(wordsOf)).toEqual(['one', 'link', 'and', 'two', 'an', 'item']);
  });
});

/**
 * What is no text of this site: headings of documents, addresses,
 * formulas, and numbers as printed.
 */
const NOT_OURS = new Set(['sources', 'records', 'of', 'numbers', 'wording', 'path', 'url']);

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => (NOT_OURS.has(key) ? [] : textsOf(each)));
}

/** All that a file says in its own words. */
function proseOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('.yaml')) return textsOf(parse(text));
  if (file.endsWith('.json')) return textsOf(JSON.parse(text));
  if (file.startsWith('content/entries')) {
    const { data, body } = readEntryFile(text, file);
    return [...textsOf(data), body];
  }
  const [, front = '', body = text] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
  return [...textsOf(parse(front)), body];
}

describe('what this site says in its own words', () => {
  const sources = globSync('content/sources/*.json').map((file) => ({
    file,
    runs: unpackWording(sourceSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).wording),
  }));
  const files = globSync(['content/**/*.mdx', 'content/sources/*.json', 'content/*.yaml']);

  it.each(files.map((file) => file.replaceAll('\\', '/')))(
    'has no sentence of a source: %s',
    (file) => {
      expect(sources.length).toBeGreaterThan(4);
      const shared = proseOf(file)
        .flatMap(ownWords)
        .flatMap((text) => sources.flatMap(({ runs }) => sharedWording(text, runs)));
      expect(shared).toEqual([]);
    },
  );
});
