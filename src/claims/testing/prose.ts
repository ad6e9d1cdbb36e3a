/** The prose of entries as tests read it: its elements replaced, and the figures typed into it. */
import type { Attributes } from '../elements.ts';
import { show } from '../scope.ts';

/** Gives the text that stands instead of an element. */
type Replace = (attributes: Attributes) => string | Promise<string>;

/** Gives the text that stands instead of an element, and of what it holds. */
type ReplaceHolding = (attributes: Attributes, inside: string) => string | Promise<string>;

const attribute = /\s+([A-Za-z]+)=(?:"([^"]*)"|'([^']*)')/g;
const element = new RegExp(`<(Number|Ratios?)((?:${attribute.source})*)\\s*/>`, 'g');
const holding = new RegExp(`<(Claim)((?:${attribute.source})*)\\s*>(?<inside>.*?)</Claim>`, 'gs');

/**
 * Replaces every element that shows figures, and those that hold a sentence about some.
 *
 * @throws Error naming the file for one that is not written as plain attributes and closed at once
 */
export async function replaceElements(
  body: string,
  file: string,
  by: Readonly<Record<'Number' | 'Ratio' | 'Ratios', Replace> & Record<'Claim', ReplaceHolding>>,
): Promise<string> {
  const sentences = await replaceEach(body, holding, ({ 2: given, groups }) =>
    by.Claim(attributesOf(given), groups?.['inside'] ?? ''),
  );
  const whole = await replaceEach(sentences, element, ([, name, given]) =>
    by[name as 'Number' | 'Ratio' | 'Ratios'](attributesOf(given)),
  );
  const rest = body.replaceAll(holding, '$<inside>').replaceAll(element, '');
  const left = /<\/?(Number|Ratios?|Claim)\b.{0,40}/s.exec(rest);
  if (left) {
    const expected = left[1] === 'Claim' ? '…>…</Claim>' : '… />';
    throw new Error(
      `${file}: got ${show(left[0])}, expected <${left[1]} of="…" ${expected} with plain texts`,
    );
  }
  return whole;
}

/** Replaces every match, one after the other. */
async function replaceEach(
  text: string,
  pattern: RegExp,
  by: (match: RegExpExecArray) => string | Promise<string>,
): Promise<string> {
  const pieces: string[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    pieces.push(text.slice(end, match.index), await by(match));
    end = match.index + match[0].length;
  }
  return [...pieces, text.slice(end)].join('');
}

function attributesOf(given = ''): Attributes {
  return Object.fromEntries(
    [...given.matchAll(attribute)].map(([, name = '', double, single]) => [
      name,
      decodeEntities(double ?? single ?? ''),
    ]),
  );
}

/** The entities that an attribute of JSX needs for quotes. */
function decodeEntities(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
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
  const bare = harmless.reduce((rest, pattern) => rest.replaceAll(pattern, ' '), text);
  return [...bare.matchAll(figure)].map(([found]) => found);
}
