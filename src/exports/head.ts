/** What the heads of pages say of their image and of their twins, as Starlight's front matter takes it. */
import { addresses, entryJsonOf, entryMarkdownOf, feedOf, type Absolute } from './addresses.ts';

/** What the whole site is, in a sentence; its image shows it. */
export const siteLine =
  'Measurement journals of RPC systems whose benchmarks you can run yourself.';

/** An element of the head. */
interface HeadTag {
  tag: 'meta' | 'link';
  attrs: Record<string, string>;
}

/** Where an entry stands as Markdown and as JSON; `href` is the address of its page. */
export function twinTags(
  { id, href, title }: Record<'id' | 'href' | 'title', string>,
  absolute: Absolute,
): HeadTag[] {
  return [
    alternate('text/markdown', absolute(entryMarkdownOf(href)), `${title}, as Markdown`),
    alternate('application/json', absolute(entryJsonOf(id)), `${title}, as JSON`),
  ];
}

/** Where the entries of a study stand as a feed. */
export function feedTag(study: string, title: string): HeadTag {
  return alternate('application/rss+xml', feedOf(study), `${title}, entries of its journal`);
}

/** What the preview of a link shows beside the title; the note says whose implementation a name stands for. */
export function previewText(text: string, note: string | undefined): string {
  return note === undefined ? text : `${text} ${note}`;
}

/** What every page has: the feed, and the image that stands for it where it is linked. */
export function siteTags(absolute: Absolute): HeadTag[] {
  const alt = `Roundtrip. ${siteLine}`;
  return [
    alternate('application/rss+xml', addresses.feed, 'Roundtrip, entries of all journals'),
    property('og:image', absolute(addresses.image)),
    property('og:image:type', 'image/png'),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', alt),
    // Starlight sets twitter:card; the image itself is taken from og:image.
    { tag: 'meta', attrs: { name: 'twitter:image:alt', content: alt } },
  ];
}

function property(name: string, content: string): HeadTag {
  return { tag: 'meta', attrs: { property: name, content } };
}

function alternate(type: string, href: string, title: string): HeadTag {
  return { tag: 'link', attrs: { rel: 'alternate', type, href, title } };
}
