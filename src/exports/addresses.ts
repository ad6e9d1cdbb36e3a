/** Addresses of what programs read, how they become absolute, and how their routes answer. */

/** Version of the JSON documents under /api/. It changes when a field changes its meaning. */
const API_SCHEMA = 3;

export const addresses = {
  studies: '/api/studies.json',
  entries: '/api/entries.json',
  records: '/api/records.json',
  claims: '/errata.json',
  feed: '/rss.xml',
  /** Made by Astro’s sitemap, which Starlight brings. */
  sitemap: '/sitemap-index.xml',
  /** The image that stands for every page where it is linked. Its source is .github/og.svg. */
  image: '/og.png',
} as const;

/** Address of a study’s own feed. */
export function feedOf(study: string): string {
  return `/studies/${study}/rss.xml`;
}

/** Address of an entry as JSON. @param id `<study>/<name>` */
export function entryJsonOf(id: string): string {
  return `/api/entries/${id}.json`;
}

/** Address of a page as Markdown. src/integrations/markdown.ts writes it where `markdownTag` announces it. */
export function markdownOf(page: string): string {
  return `${page}index.md`;
}

/** Address of a record with all its samples, compressed. @param id `<study>/<name>` */
export function recordOf(id: string): string {
  return `/api/records/${id}.json.gz`;
}

/** Address of what is shown of a record. @param id `<study>/<name>` */
export function resultAddress(id: string, format: 'json' | 'csv'): string {
  return `/api/results/${id}.${format}`;
}

/** An address inside the site with its origin. */
export type Absolute = (address: string) => string;

/**
 * @param site what `site` is set to in astro.config.mjs
 * @throws when it is not set, because programs read addresses away from the site
 */
export function absoluteTo(site: URL | undefined): Absolute {
  if (site === undefined) {
    throw new Error('astro.config.mjs site: got nothing, expected the origin of the site');
  }
  return (address) => new URL(address, site).href;
}

/** A document as JSON, indented, so that a person can read it too. References to content are ids. */
export function jsonResponse(document: object): Response {
  const versioned = { schema: API_SCHEMA, ...document };
  return file(`${JSON.stringify(versioned, plainReference, 2)}\n`, 'application/json');
}

function plainReference(_key: string, value: unknown): unknown {
  const isReference = typeof value === 'object' && value !== null && 'collection' in value;
  return isReference && 'id' in value ? value.id : value;
}

/** A file of a type. What serves the built site gives readers the type by the file’s name. */
export function file(body: string | Uint8Array<ArrayBuffer>, type: string): Response {
  return new Response(body, { headers: { 'Content-Type': `${type}; charset=utf-8` } });
}

/** What the whole site is, in a sentence; its image shows it. */
export const siteLine = 'RPC benchmarks that you can run again from your browser.';

/** An element of the head. */
interface HeadTag {
  tag: 'meta' | 'link';
  attrs: Record<string, string>;
}

/** Where a page stands as Markdown. @param page address of the page */
export function markdownTag(page: string, title: string, absolute: Absolute): HeadTag {
  return alternate('text/markdown', absolute(markdownOf(page)), `${title}, as Markdown`);
}

/** Where an entry stands as JSON. */
export function jsonTag(id: string, title: string, absolute: Absolute): HeadTag {
  return alternate('application/json', absolute(entryJsonOf(id)), `${title}, as JSON`);
}

/** Where the entries of a study stand as a feed. */
export function feedTag(study: string, title: string): HeadTag {
  return alternate('application/rss+xml', feedOf(study), `${title}, entries of its journal`);
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
