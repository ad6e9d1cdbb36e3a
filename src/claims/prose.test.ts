import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { replaceElements } from './elements.ts';
import { readEntryFile } from './claim.ts';

// Figures typed into prose, where only elements may put them.

/** What has a number in its name. */
const names = [
  'Node(?:\\.js)?',
  'Bun',
  'Deno',
  'Chromium',
  'Chrome',
  'Firefox',
  'Safari',
  'wrangler',
  'workerd',
  'Go',
  'SBCL',
  'npm',
  'Python',
  'TypeScript',
  'macOS',
  'Debian',
  'Ubuntu',
  'capnweb',
  'kkrpc',
  'version',
];

/** Dates, versions and names with numbers, which are no figures. */
const harmless = [
  /\b\d{4}-\d{2}(?:-\d{2})?(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?\b/g,
  /\bv?\d+\.\d+\.\d+(?:[-+.]\w+)*\b/g,
  new RegExp(`\\b(?:${names.join('|')})\\s+v?\\d+(?:\\.\\d+)*(?![\\d.]*\\s?%)`, 'g'),
  // Addresses of links.
  /\]\([^)]*\)/g,
];

const space = '[\\s\\u00a0\\u202f]?';
const number = String.raw`(?<![\w/.#])\d+(?:[.,\u202f]\d+)*(?:${space}(?:[–-]|to)${space}\d+(?:[.,]\d+)*)?`;

/** Units that need no word boundary before them. */
const symbols = ['%', '×', 'x(?![a-z])', '/\\s?s\\b'];

const measures = [
  'per\\s?cent',
  'percent(?:age points?)?',
  'times',
  'fold',
  '[nµμum]?s(?:ec(?:ond)?s?)?',
  '(?:nano|micro|milli)?seconds?',
  'min(?:ute)?s?',
  'h(?:ours?)?',
  'days?',
  'weeks?',
  'months?',
  'years?',
  '[kKMGT]?i?B(?:ytes?)?(?:/s)?',
  '(?:kilo|mega|giga)?bytes?',
  '[kKMG]?bits?(?:/s)?',
  '[kMG]bps',
  '[kM]?Hz',
  'ops(?:/s(?:ec)?)?',
  'req(?:/s)?',
  'rps',
];

/** What is counted. Up to two words may stand before it: `100 sequential calls`. */
const counted = [
  'calls?',
  'clients?',
  'operations?',
  'requests?',
  'messages?',
  'connections?',
  'runs?',
  'rounds?',
  'blocks?',
  'samples?',
  'increments?',
  'reads?',
  'writes?',
  'dependenc(?:y|ies)',
  'threads?',
  'frames?',
  'packages?',
  'processors?',
];

const figure = new RegExp(
  `${number}${space}-?(?:${symbols.join('|')}` +
    `|(?:${measures.join('|')})(?![\\w])` +
    `|(?:[a-z-]+\\s){0,2}(?:${counted.join('|')})(?![\\w]))`,
  'g',
);

/**
 * Figures with a unit, percentages, factors and counts of things, as they are written in digits.
 *
 * @param text prose, without `<Number />`
 */
function typedFigures(text: string): string[] {
  const bare = harmless.reduce((rest, pattern) => rest.replaceAll(pattern, ' '), text);
  return [...bare.matchAll(figure)].map(([found]) => found);
}

describe('a typed figure is found', () => {
  it.each([
    ['It took 24 ms.', '24 ms'],
    ['It took 24.43ms.', '24.43ms'],
    ['It took 24\u202fms.', '24\u202fms'],
    ['about 1.5x slower', '1.5x'],
    ['1.28x-1.56x slower', '1.28x'],
    ['a factor of 1.42×', '1.42×'],
    ['2–3 % at most', '2–3 %'],
    ['33 %', '33 %'],
    ['33% faster', '33%'],
    ['33 per cent', '33 per cent'],
    ['33 percent', '33 percent'],
    ['5 seconds a test', '5 seconds'],
    ['a 5-second test', '5-second'],
    ['5s', '5s'],
    ['3 times as long', '3 times'],
    ['a 10-fold gain', '10-fold'],
    ['100 ops/s', '100 ops/s'],
    ['1,179 req/s', '1,179 req/s'],
    ['78 471 /s', '471 /s'],
    ['2 MB', '2 MB'],
    ['145 bytes', '145 bytes'],
    ['10 Mbit/s', '10 Mbit/s'],
    ['100 clients', '100 clients'],
    ['100 concurrent clients', '100 concurrent clients'],
    ['50 mixed operations', '50 mixed operations'],
    ['25 calls', '25 calls'],
    ['Node.js 22 was 33% faster', '33%'],
    ['wrangler 33 %', '33 %'],
    ['within 20-50% of the time', '20-50%'],
  ])('%s', (text, figure) => {
    expect(typedFigures(text)).toContain(figure);
  });
});

describe('no figure is', () => {
  it.each([
    'Node.js 22 runs the client.',
    'Node.js 22.14.0 and wrangler 4.38.0',
    'HTTP/2 streams',
    'On 2025-01-02 both clients were measured.',
    '2025-01-02T12:28:52 calls',
    'in January 2025',
    'ten times as long, four runs, a hundred clients',
    'twofold',
    'Step 2: run it again.',
    'capnweb 0.1.0, cbor-x, gRPC over HTTP/2',
    'a [figure](/studies/100-calls/) of it',
    'SHA-256 sums',
    'commit 6d55b47',
    'Cap’n Web’s issue #36 says so',
  ])('%s', (text) => {
    expect(typedFigures(text)).toEqual([]);
  });
});

const files = globSync('content/entries/**/*.mdx');

/** Texts of the front matter that are prose. Claims and configuration quote their source. */
const fields = ['title', 'description', 'changed', 'conclusions', 'next', 'vantage'];

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

describe('every figure in an entry comes from a record', () => {
  it('finds entries', () => {
    expect(files.length).toBeGreaterThan(0);
  });

  it.each(files)('%s', async (file) => {
    const { body, data } = readEntryFile(readFileSync(file, 'utf8'), file);
    const found = Object.fromEntries(
      fields.map((field) => [field, textsOf(data[field]).flatMap(typedFigures)]),
    );
    const prose = await replaceElements(body, file, {
      Number: () => '',
      Ratio: () => '',
      // Names of rows and columns are typed.
      Ratios: ({ corner, rows, columns }) => [corner, rows, columns].join(' | '),
    });
    expect({ ...found, body: typedFigures(prose) }).toEqual({
      ...Object.fromEntries(fields.map((field) => [field, []])),
      body: [],
    });
    // Plain Markdown and numbers: nothing else may carry a figure in.
    const text = prose.replaceAll(/`[^`]*`|^<\/?ListTable>$/gm, '');
    expect(/<[A-Z]\w*|^import\s|\{/m.exec(text)?.[0]).toBeUndefined();
  });
});

describe('a text that is wrapped', () => {
  it.each([...files, ...globSync('content/studies/*.mdx')])('%s', (file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    // No address can be wrapped.
    expect(lines.filter((line) => line.length > 160 && !line.includes('https://'))).toEqual([]);
  });
});
