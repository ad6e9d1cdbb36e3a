/** Headings of a page and groups of the sidebar, made of data. */
import type { StarlightRouteData } from '@astrojs/starlight/route-data';
import type { MarkdownHeading } from 'astro';

/**
 * The same headings, each with an id of its own.
 *
 * @param file where the text stands, for errors
 * @throws naming file and heading, when the text has a heading whose id belongs to a part of the page
 */
export function uniqueHeadings(
  file: string,
  headings: readonly MarkdownHeading[],
): MarkdownHeading[] {
  const seen = new Map<string, string>();
  for (const { slug, text } of headings) {
    const other = seen.get(slug);
    if (other !== undefined) {
      throw new Error(
        `${file}: got the headings “${other}” and “${text}” with the id "${slug}", expected ids that differ: word the one in the text otherwise`,
      );
    }
    seen.set(slug, text);
  }
  return [...headings];
}

type Item = StarlightRouteData['sidebar'][number];
type Group = Extract<Item, { type: 'group' }>;
type Link = Extract<Item, { type: 'link' }>;

/** A study with its entries, newest first. */
export interface ListedStudy {
  /** Its question, in short. */
  question: string;
  href: string;
  entries: ReadonlyArray<{ title: string; href: string }>;
}

/** Entries in the closed journal under a study's own page. */
const NEWEST = 5;
/** Entries beside one another on an entry's page: with the way to all, as many as there are studies. */
const NEIGHBOURS = 3;

/**
 * The items of the group “Studies”: each study by its question. Under the study one is on, its
 * newest entries wait folded. On an entry it opens with the entry’s neighbours, and the other
 * studies fold instead, so that no page opens more links than others.
 *
 * @param path address of the page the sidebar stands on
 */
export function studyItems(studies: readonly ListedStudy[], path: string): Array<Group | Link> {
  const own = studies.find(({ href }) => path.startsWith(href));
  const at = own?.entries.findIndex(({ href }) => href === path) ?? -1;
  if (own === undefined || at < 0) {
    return studies.flatMap((study) => {
      const { question, href, entries } = study;
      const item = link(question, href, path);
      if (study !== own || entries.length === 0) return [item];
      return [item, group('Its entries', true, entryLinks(study, 0, NEWEST, path))];
    });
  }
  const first = Math.max(0, Math.min(at - 1, own.entries.length - NEIGHBOURS));
  const others = studies.filter((study) => study !== own);
  const items = [group(own.question, false, entryLinks(own, first, NEIGHBOURS, path))];
  if (others.length === 0) return items;
  const links = others.map(({ question, href }) => link(question, href, path));
  return [...items, group('Other studies', true, links)];
}

/** Some of a study's entries, and the way to all. */
function entryLinks({ href, entries }: ListedStudy, first: number, count: number, path: string) {
  const shown = entries.slice(first, first + count);
  const all = shown.length < entries.length ? `All ${entries.length} entries` : 'The journal';
  return [
    ...shown.map((entry) => link(entry.title, entry.href, path)),
    link(all, `${href}#journal`, path),
  ];
}

function group(label: string, collapsed: boolean, entries: Link[]): Group {
  return { type: 'group', label, collapsed, badge: undefined, entries };
}

function link(label: string, href: string, path: string): Link {
  return { type: 'link', label, href, isCurrent: href === path, badge: undefined, attrs: {} };
}
