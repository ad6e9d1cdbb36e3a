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
