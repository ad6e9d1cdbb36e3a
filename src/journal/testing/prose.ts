/** The prose of entries as tests read it: without its elements, and the figures typed into it. */

/** Attributes with a text or a formula, in which braces stand in braces at most twice. */
const attributes = String.raw`(?:\s+[A-Za-z]+=(?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}))*\s*`;
const element = new RegExp(`<(?:Number|Ratio)${attributes}/>|<Claim${attributes}>|</Claim>`, 'g');
const table = new RegExp(`<Ratios${attributes}/>`, 'g');

/** A body without its elements: of a claim its sentence stays, of a table of ratios its names, which are typed. */
export function withoutElements(body: string): string {
  return body.replaceAll(element, '').replaceAll(table, (text) => {
    const names = text.matchAll(/\s(?:rows|columns|corner)="([^"]*)"/g);
    return [...names].map(([, name]) => name).join(' | ');
  });
}

/** Dates, versions and names with numbers, which are no figures, and addresses of links. */
const harmless = [
  /\b\d{4}-\d{2}(?:-\d{2})?(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?\b/g,
  /\bv?\d+\.\d+\.\d+(?:[-+.]\w+)*\b/g,
  /\b(?:Node(?:\.js)?|Bun|Deno|Chrom(?:e|ium)|Firefox|Safari|wrangler|workerd|Go|SBCL|npm)\s+v?\d+(?:\.\d+)*(?![\d.]*\s?%)/g,
  /\b(?:Python|TypeScript|macOS|Debian|Ubuntu|capnweb|kkrpc|version)\s+v?\d+(?:\.\d+)*(?![\d.]*\s?%)/g,
  /\]\([^)]*\)/g,
];

const space = '[\\s\\u00a0\\u202f]?';
const number = String.raw`(?<![\w/.#])\d+(?:[.,\u202f]\d+)*(?:${space}(?:[–-]|to)${space}\d+(?:[.,]\d+)*)?`;
/** Units that need no word boundary before them. */
const symbols = '%|×|x(?![a-z])|/\\s?s\\b';
const times =
  '[nµμum]?s|secs?|min|h|(?:(?:nano|micro|milli)?second|minute|hour|day|week|month|year)s?';
const sizes = '[kKMGT]?i?B|(?:kilo|mega|giga)?bytes?|[kKMG]?bits?|[kMG]bps|[kM]?Hz';
const rates = 'ops|req|rps|per\\s?cent|percentage points?|times|fold';
/** Things that are counted. Up to two words may stand before it: `100 sequential calls`. */
const counted =
  'call|client|operation|request|message|connection|run|round|block|sample|increment|read|write|dependency|dependencie|thread|frame|package|processor';

const figure = new RegExp(
  `${number}${space}-?(?:${symbols}|(?:${times}|${sizes}|${rates})(?:/s(?:ec)?)?(?!\\w)|(?:[a-z-]+\\s){0,2}(?:${counted})s?(?!\\w))`,
  'g',
);

/**
 * Figures with a unit, percentages, factors and counts of things, as they are written in digits.
 *
 * @param text prose, without `<Number />`
 */
export function typedFigures(text: string): string[] {
  const rest = harmless.reduce((left, pattern) => left.replaceAll(pattern, ' '), text);
  return [...rest.matchAll(figure)].map(([found]) => found);
}
