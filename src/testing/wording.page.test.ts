/** What a reader who knows none of this site’s words meets first: short sentences, and links that say where they lead. */
import { builtPages } from './built-pages.ts';
import { expect, test } from './fixtures.ts';

/** Most words of a sentence in the first paragraph of a page. */
const MOST_WORDS = 28;

const plain = (text: string | null): string => (text ?? '').replaceAll(/\s+/g, ' ').trim();

/** What the home page says under its title, else the first paragraph that is not the bench’s. */
function firstParagraph(document: Document): string {
  const paragraphs = [...document.querySelectorAll('main .tagline, main p')];
  return plain(paragraphs.find((each) => !each.closest('live-bench'))?.textContent ?? null);
}

/** Links by the name that they are read out with. */
function linksByName(document: Document): Map<string, Element[]> {
  // In a table the headings of row and column say what a link is about: “pass” in the matrix.
  const links = [...document.querySelectorAll('main a[href]')].filter(
    (link) => !link.closest('td'),
  );
  return Map.groupBy(links, (link) => plain(link.getAttribute('aria-label') ?? link.textContent));
}

// One test for both, because reading every page is what takes its time.
test('pages begin in short sentences, and their links of one name lead to one place', () => {
  const wrong: string[] = [];
  let links = 0;
  for (const { path, document } of builtPages()) {
    for (const sentence of firstParagraph(document).split(/(?<=[.?!])\s/)) {
      const words = sentence.split(' ').length;
      if (sentence === '' || words > MOST_WORDS) wrong.push(`${path}: ${words} words: ${sentence}`);
    }
    for (const [name, all] of linksByName(document)) {
      links += all.length;
      const targets = new Set(all.map((link) => link.getAttribute('href')));
      if (targets.size > 1) wrong.push(`${path}: “${name}” leads to ${[...targets].join(', ')}`);
    }
  }
  expect(links).toBeGreaterThan(500);
  expect(wrong).toEqual([]);
});
