/** What a text says in figures, in words for figures, or of all of something: for the test of entries. */

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

// The same in words.

const ones = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const numberWords = new Map([
  ...ones.map((word, index) => [word, index + 1] as const),
  ...'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index) => [word, 20 + 10 * index] as const),
]);
const scales = new Map([
  ['dozen', 12],
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1e6],
]);
const numberWord = [...numberWords.keys(), ...scales.keys()].join('|');
const spelled = new RegExp(`\\b(?:an? )?((?:${numberWord})(?:[ -](?:${numberWord}))*)\\b`, 'gi');

/** Number of `forty-five`, `a hundred thousand`. */
function numberOf(words: string): number {
  return words
    .toLowerCase()
    .split(/[ -]/)
    .reduce((sum, word) => {
      const scale = scales.get(word);
      return scale === undefined ? sum + (numberWords.get(word) ?? 0) : Math.max(sum, 1) * scale;
    }, 0);
}

/** Up to this a number in words counts parts of a plan, as in four runs: no result is told by it. */
const FEW = 9;

const multiple =
  /\b(?:twice|thrice|double[ds]?|half|(?:a|one|two|three) (?:third|quarter|fifth|tenth|hundredth)s?|hundredths)\b/gi;
const timesOver = new RegExp(
  `^(?: or | to |-)?(?:(?:${numberWord}) )?(?:times (?:as|the|many)|-?fold)`,
  'i',
);

/**
 * Numbers in words and multiples: `forty-five`, `twice`, `two to three times as long`.
 *
 * @param known numbers that the plan of a record or a configuration has: fifty of `calls-50`
 */
export function spelledFigures(text: string, known: ReadonlySet<number>): string[] {
  const counts = [...text.matchAll(spelled)].filter(({ 0: all, 1: words = '', index }) => {
    if (timesOver.test(text.slice(index + all.length).trimStart())) return true;
    const number = numberOf(words);
    return number > FEW && !known.has(number);
  });
  return [...counts, ...text.matchAll(multiple)].map(([found]) => found);
}

/** What says something of all of a kind, of an order, or of what is too small to see. */
const sweeping = new RegExp(
  [
    String.raw`(?<!\b(?:not|at|after) )all(?! the (?:same|time))`,
    String.raw`(?<!\bnot )(?:only|every)`,
    '(?<!\\bat )most(?! that)',
    'none of',
    '(?:nearly|almost|next to) (?:nothing|none|all)',
    'hardly',
    'no (?:faster|slower|larger|smaller|longer than|shorter|better|worse|more|less|later|cheaper)',
    '(?:fast|slow|large|small|cheap)est',
  ]
    .map((each) => String.raw`\b(?:${each})\b`)
    .join('|'),
  'gi',
);

/** `nearly nothing`, `no faster`, `in every workload`. */
export function sweepingWords(text: string): string[] {
  return [...text.matchAll(sweeping)].map(([found]) => found);
}

/** Headings of what is asked and of what comes next, which claim nothing. */
const asking = /^## (?:What was asked|Next|How to repeat it)$/;

/**
 * The sentences of a Markdown text that rest on nothing: without those that link to another site, without
 * questions, and without what stands under headings that ask.
 */
export function sentencesOf(body: string): string[] {
  let heading = '';
  return body
    .replaceAll(/```.*?```|`[^`\n]*`/gs, '')
    .split(/\n{2,}|\n(?=\s*- )/)
    .map((paragraph) => paragraph.trim())
    .flatMap((paragraph) => {
      if (paragraph.startsWith('#')) heading = paragraph;
      if (paragraph.startsWith('#') || asking.test(heading)) return [];
      return paragraph.replaceAll(/\s+/g, ' ').split(/(?<=[.!?:]\W*) (?=\W*[A-Z“])/);
    })
    .filter((sentence) => !sentence.includes('](https://') && !/\?\W*$/.test(sentence))
    .map((sentence) => sentence.replaceAll(/\]\([^)]*\)/g, ']'));
}
