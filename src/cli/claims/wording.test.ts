/** No page repeats more than seven words of a source in a row, unless it quotes them. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readClaims } from '../../journal/claims/claim.ts';
import { sourceSchema } from '../../journal/collections/records.ts';

/** Words in a row that are a quotation: fewer may be shared by chance, as names and terms are. */
const QUOTATION_WORDS = 8;
/** Bytes of a fingerprint. Six make a wrong match about as rare as one in a billion texts. */
const BYTES = 6;

/** A text’s words, in small letters and without punctuation: `30–35x` and `30-35x` are one word. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().split(/\s+/);
  return words.map((word) => word.replaceAll(/[^\p{L}\p{N}]+/gu, '')).filter((word) => word !== '');
}

/** Every run of eight words, in order. */
const runsOf = (words: readonly string[]): string[] =>
  words.slice(QUOTATION_WORDS - 1).map((_, at) => words.slice(at, at + QUOTATION_WORDS).join(' '));

const fingerprint = (run: string): string =>
  createHash('sha256').update(run).digest().subarray(0, BYTES).toString('hex');

/** The fingerprints of all runs of eight words in documents, each once, as base64. */
function packWording(documents: readonly string[]): string {
  const runs = documents.flatMap((text) => runsOf(wordsOf(text)).map(fingerprint));
  return Buffer.from([...new Set(runs)].sort().join(''), 'hex').toString('base64');
}

function unpackWording(packed: string): ReadonlySet<string> {
  const hex = Buffer.from(packed, 'base64').toString('hex');
  expect([hex.length > 0, hex.length % (2 * BYTES)]).toEqual([true, 0]);
  return new Set(hex.match(new RegExp(`.{${2 * BYTES}}`, 'g')));
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

it.each([
  ['so it takes 30-35x the time, and nobody knew', []],
  ['so it takes 30-35x the time, and nobody knows', ['it takes 3035x the time and nobody knows']],
  ['Why that is so. nor HOW, the time and nobody knows', []],
  [document, [wordsOf(document).join(' ')]],
])('words of “%s” are shared from eight in a row on', (text, shared) => {
  expect(sharedWording(text, unpackWording(packWording([document])))).toEqual(shared);
});

it('words are looked for outside of code, quotation marks and addresses', () => {
  const text = 'One [link](/of/it) and “a quotation”, <b>two</b>.\n\n```sh\nrun it\n```\n- An item';
  expect(ownWords(text).flatMap(wordsOf)).toEqual(['one', 'link', 'and', 'two', 'an', 'item']);
});

/** No texts of this site: headings of documents, addresses, and numbers as printed. */
const NOT_OURS = new Set(['sources', 'records', 'numbers', 'wording', 'path', 'url']);

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => (NOT_OURS.has(key) ? [] : textsOf(each)));
}

/** All that a file says in its own words. */
async function proseOf(file: string): Promise<string[]> {
  const [, entry] = /^content\/entries\/(.*)\.claims\.ts$/.exec(file) ?? [];
  if (entry !== undefined)
    return textsOf(await readClaims(pathToFileURL(`${process.cwd()}/`), entry));
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('.json')) return textsOf(JSON.parse(text));
  if (file.endsWith('.yaml')) return textsOf(parse(text));
  const [, front = '', body = text] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
  return [...textsOf(parse(front)), body];
}

const wordings = globSync('content/sources/*.json').map((file) =>
  unpackWording(sourceSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).wording),
);

it.each(globSync(['content/**/*.{mdx,claims.ts}', 'content/sources/*.json', 'content/*.yaml']))(
  'no sentence of a source is in %s',
  async (file) => {
    expect(wordings.length).toBeGreaterThan(4);
    const own = (await proseOf(file.replaceAll('\\', '/'))).flatMap(ownWords);
    const shared = own.flatMap((text) => wordings.flatMap((runs) => sharedWording(text, runs)));
    expect(shared).toEqual([]);
  },
);
