/** Addresses of what programs read, and how their routes answer. */
import { site } from 'astro:config/server';

/** Version of the JSON documents under /api/. It changes when a field changes its meaning. */
const API_SCHEMA = 3;

export function feedOf(study: string): string {
  return `/studies/${study}/rss.xml`;
}

/** Address of an entry as JSON. @param id `<study>/<name>` */
export function entryJsonOf(id: string): string {
  return `/api/entries/${id}.json`;
}

/** Address of a page as Markdown. src/site/integrations/pages.ts writes it where the page’s head announces it. */
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

/** An address inside the site with its origin, for programs that read it away from the site. */
export function absolute(address: string): string {
  return new URL(address, site).href;
}

/**
 * A document as JSON, indented, so that a person can read it too. References to content are ids, and the formulas of
 * claims are their source.
 */
export function jsonResponse(document: object): Response {
  const versioned = { schema: API_SCHEMA, ...document };
  return file(`${JSON.stringify(versioned, plainValue, 2)}\n`, 'application/json');
}

function plainValue(_key: string, value: unknown): unknown {
  if (typeof value === 'function') return String(value);
  const isReference = typeof value === 'object' && value !== null && 'collection' in value;
  return isReference && 'id' in value ? value.id : value;
}

/** A file of a type. What serves the built site gives readers the type by the file’s name. */
export function file(body: string, type: string): Response {
  return new Response(body, { headers: { 'Content-Type': `${type}; charset=utf-8` } });
}

/** A link in a page’s head to the same content in another form. */
export function alternate(type: string, href: string, title: string) {
  return { tag: 'link' as const, attrs: { rel: 'alternate', type, href, title } };
}
