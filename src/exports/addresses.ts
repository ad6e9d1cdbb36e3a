/** Where the copies of pages for machines stand, how their addresses become absolute, and how their routes answer. */

/** Version of the JSON documents under /api/. It changes when a field changes its meaning. */
export const API_SCHEMA = 1;

export const addresses = {
  studies: '/api/studies.json',
  entries: '/api/entries.json',
  records: '/api/records.json',
  claims: '/errata.json',
  feed: '/rss.xml',
  llms: '/llms.txt',
  /** Made by Astro’s sitemap, which Starlight brings. */
  sitemap: '/sitemap-index.xml',
  /** The image that stands for every page where it is linked. Its source is .github/og.svg. */
  image: '/og.png',
} as const;

/** Address of a study’s own feed. */
export function feedOf(study: string): string {
  return `/studies/${study}/rss.xml`;
}

/** Address of an entry as JSON, by its id: `<study>/<name>`. */
export function entryJsonOf(id: string): string {
  return `/api/entries/${id}.json`;
}

/** Address of an entry as Markdown, by the address of its page. */
export function entryMarkdownOf(page: string): string {
  return `${page}index.md`;
}

/** Address of a record, by its id. */
export function recordOf(id: string, format: 'json' | 'csv'): string {
  return `/api/records/${id}.${format}`;
}

/** An address inside the site with its origin. */
export type Absolute = (address: string) => string;

/**
 * @param site what `site` is set to in astro.config.mjs
 * @throws when it is not set, because what machines are given must hold away from the site
 */
export function absoluteTo(site: URL | undefined): Absolute {
  if (site === undefined) {
    throw new Error('astro.config.mjs site: got nothing, expected the origin of the site');
  }
  return (address) => new URL(address, site).href;
}

/** A document as JSON, indented, so that a person can read it too. */
export function jsonResponse(document: object): Response {
  return text(`${JSON.stringify(document, undefined, 2)}\n`, 'application/json');
}

/**
 * A text of a type, or the bytes of one. Files are UTF-8; the type that readers get is set by what
 * serves them.
 */
export function text(body: string | Uint8Array<ArrayBuffer>, type: string): Response {
  return new Response(body, { headers: { 'Content-Type': `${type}; charset=utf-8` } });
}
