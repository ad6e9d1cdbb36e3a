/** Figures in digits, as a text has them: for the test that no entry types one. */

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
export function typedFigures(text: string): string[] {
  const bare = harmless.reduce((rest, pattern) => rest.replaceAll(pattern, ' '), text);
  return [...bare.matchAll(figure)].map(([found]) => found);
}
