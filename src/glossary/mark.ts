/** Finds terms in a page and makes links of them. The page’s own markup stays as it is, byte for byte. */
import { Parser } from 'htmlparser2';
import { z } from 'zod';

/** A word of the field, or of the platform, in `content/glossary.yaml`, whose keys are the ids. */
export const termSchema = z.strictObject({
  /** As the glossary lists it. */
  name: z.string().min(1),
  /** The source of a regular expression that finds it: whole words in any case. */
  words: z.string().min(1),
  /** Its meaning, in sentences that need no other entry. */
  text: z.string().min(1),
  /** Where a page says more. */
  more: z.strictObject({ text: z.string().min(1), href: z.string().min(1) }).optional(),
});

/** A word with its anchor on the glossary’s page. */
export interface Term extends z.infer<typeof termSchema> {
  id: string;
}

/** Text that is read, as against headings, tables and labels. */
const READ = new Set(['p', 'li', 'dd']);
/** What holds no link besides, or is no prose. */
const NEVER = new Set([
  ...['a', 'button', 'summary', 'label', 'select', 'dialog', 'template', 'noscript'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'nav', 'table', 'figure', 'svg', 'math'],
  ...['code', 'pre', 'kbd', 'script', 'style', 'textarea'],
]);
/** Attributes of what a script writes into. */
const WRITTEN = ['data-slot', 'data-part', 'role', 'aria-live', 'hidden'];
/** Elements without an end. */
const VOID = new Set(['br', 'img', 'input', 'hr', 'wbr', 'link', 'meta', 'source', 'col']);

/** A place where a term stands first. */
interface Found {
  at: number;
  word: string;
  term: Term;
}

/**
 * A page with the first use of each term in its open text made a link to the glossary, described by what
 * the term means; what they mean stands at the end of the body, unseen until it is asked for.
 *
 * @param html a whole page; only its `main` is looked at
 */
export function markTerms(html: string, terms: readonly Term[]): string {
  const found = findTerms(html, terms);
  const end = html.lastIndexOf('</body>');
  if (found.length === 0 || end < 0) return html;
  const notes = found.map(({ term }) => noteOf(term)).join('');
  const parts = found.map(({ at, word, term }, index) => {
    const from = index === 0 ? 0 : endOf(found[index - 1]);
    return `${html.slice(from, at)}${linkOf(term, word)}`;
  });
  const rest = html.slice(endOf(found.at(-1)), end);
  return `${parts.join('')}${rest}<div data-pagefind-ignore>${notes}</div>${html.slice(end)}`;
}

const endOf = (found: Found | undefined): number => (found ? found.at + found.word.length : 0);

function findTerms(html: string, terms: readonly Term[]): Found[] {
  const left = new Map(
    terms.map((term) => [term, new RegExp(`(?<![\\w/-])(?:${term.words})(?![\\w/-])`, 'gi')]),
  );
  const found: Found[] = [];
  /** Of each open element whether its text is left alone, and whether it is read. */
  const open: Array<{ name: string; never: boolean; read: boolean }> = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (VOID.has(name)) return;
        const { never = false, read = false } = open.at(-1) ?? {};
        const isWritten = WRITTEN.some((attribute) => attribute in attributes);
        const inMain = open.some((each) => each.name === 'main');
        const isFolded = name === 'details' && !('open' in attributes);
        open.push({
          name,
          never: never || NEVER.has(name) || isWritten || isFolded,
          read: read || (inMain && READ.has(name)),
        });
      },
      onclosetag(name) {
        if (open.at(-1)?.name === name) open.pop();
      },
      ontext(text) {
        const { never, read } = open.at(-1) ?? {};
        if (read !== true || never === true) return;
        let from = 0;
        for (let next = earliest(text, from, left); next; next = earliest(text, from, left)) {
          left.delete(next.term);
          found.push({ ...next, at: parser.startIndex + next.at });
          from = next.at + next.word.length;
        }
      },
    },
    // Text as it is spelt, so that places in it are places in the page.
    { decodeEntities: false },
  );
  parser.end(html);
  return found;
}

/** The term that comes first in a text, from a place on; of two at one place the longer. */
function earliest(text: string, from: number, left: ReadonlyMap<Term, RegExp>): Found | undefined {
  let first: Found | undefined;
  for (const [term, words] of left) {
    words.lastIndex = from;
    const match = words.exec(text);
    if (match === null) continue;
    const [word] = match;
    const isBefore =
      first === undefined ||
      match.index < first.at ||
      (match.index === first.at && word.length > first.word.length);
    if (isBefore) first = { at: match.index, word, term };
  }
  return first;
}

function linkOf({ id }: Term, word: string): string {
  return `<a class="rt-term" href="/glossary/#${id}" aria-describedby="term-${id}">${word}</a>`;
}

function noteOf({ id, text }: Term): string {
  return `<div popover class="rt-term-note" id="term-${id}"><p>${text}</p><p><a href="/glossary/#${id}">In the glossary</a></p></div>`;
}
