/** Finds claims by words as readers type them: `1.09x`, `bun faster`, `30–35× slower`. */

/** Words that say the same as others in the text of a claim. */
const synonyms: ReadonlyArray<readonly [text: RegExp, word: string]> = [
  [/\boutperform/, 'faster'],
  [/\bslow(down|ness)/, 'slower'],
  [/\bbottleneck|\boverhead/, 'cost'],
];

/** Words of a question that tell no claim from another. */
const FILLERS = new Set(
  'a an and are as at be by does do for how in is it of on or than that the to was what when why'.split(
    ' ',
  ),
);

/** The words of a text, in which one number is written in one way: `9 %` is `9%`, `30–35×` is `30x` and `35x`. */
function wordsOf(text: string): string[] {
  const plain = text
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll('×', 'x')
    .replaceAll(/['’\u00ad]/g, '')
    .replaceAll('capnweb', 'capn web')
    .replaceAll(/(?<=\d),(?=\d{3}\b)/g, '')
    .replaceAll(/(?<=\d),(?=\d)/g, '.')
    .replaceAll(/(?<=\d)\s+(?=(?:x|%|ms)(?!\w))/g, '')
    .replaceAll(/(?<=\d)\s+times\b/g, 'x')
    // The end of a range has its unit, and so has its beginning.
    .replaceAll(/(\d)[-–](\d+(?:\.\d+)?)(x|%|ms)(?!\w)/g, '$1$3 $2$3');
  return plain.match(/\p{L}+|\d+(?:\.\d+)?(?:\p{L}+|%)?/gu) ?? [];
}

/**
 * The places of the texts that have every word of the query, in any order, the best first. A word counts as well if
 * it is the beginning of one; a whole word counts for more. Of equals the earlier text is the better.
 *
 * @returns undefined for a query without a word to look for
 */
export function findTexts(query: string, texts: readonly string[]): number[] | undefined {
  const asked = wordsOf(query).filter((word) => !FILLERS.has(word));
  if (asked.length === 0) return undefined;
  const scores = texts.map((text) => {
    const words = wordsOf(text);
    for (const [pattern, word] of synonyms) if (pattern.test(text.toLowerCase())) words.push(word);
    const each = asked.map((word) =>
      words.includes(word) ? 2 : words.some((other) => other.startsWith(word)) ? 1 : 0,
    );
    return each.includes(0) ? 0 : each.reduce<number>((sum, one) => sum + one, 0);
  });
  const scoreOf = (at: number): number => scores[at] ?? 0;
  return [...texts.keys()].filter(scoreOf).sort((a, b) => scoreOf(b) - scoreOf(a) || a - b);
}
