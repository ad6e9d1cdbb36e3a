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
  title: string;
  href: string;
  entries: ReadonlyArray<{ title: string; href: string }>;
}

/** Entries listed for the study one is on. */
const MOST_ENTRIES = 12;

/**
 * The items of the group “Studies” after the link to all of them: a group for each study, open
 * where one is in it. Only that study lists its entries; the others lead to their own pages.
 *
 * @param path address of the page the sidebar stands on
 */
export function studyItems(studies: readonly ListedStudy[], path: string): Array<Group | Link> {
  return studies.map((study) => {
    const { title, href, entries } = study;
    const current = path.startsWith(href);
    const listed = current ? entries.slice(0, MOST_ENTRIES) : [];
    // The page one is on is always there, however old its entry is.
    const own = current ? entries.find((entry) => entry.href === path) : undefined;
    const shown = own === undefined || listed.includes(own) ? listed : [...listed, own];
    if (shown.length === 0) return link(title, href, path);
    const rest = entries.length > shown.length;
    return {
      type: 'group',
      label: title,
      collapsed: false,
      badge: undefined,
      entries: [
        link('The study', href, path),
        ...shown.map((entry) => link(entry.title, entry.href, path)),
        ...(rest ? [link(`All ${entries.length} entries`, `${href}#journal`, path)] : []),
      ],
    };
  });
}

function link(label: string, href: string, path: string): Link {
  return { type: 'link', label, href, isCurrent: href === path, badge: undefined, attrs: {} };
}
