/** What was built, as it is without a browser and without a server. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { testSite } from './site.ts';

let paths: readonly string[] | undefined;

/** The path of every page of the site under test: `/about/`, and `/404.html`. */
export function builtPaths(): readonly string[] {
  // Read once: each test of a template asks, and all pages together are 17 MB.
  paths ??= readdirSync(testSite().directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .map((file) => `/${file}`.replace(/\/index\.html$/, '/'))
    .sort();
  return paths;
}

const HAND_WRITTEN = 'content/docs';
const routes = [...globSync('**/*.astro', { cwd: 'src/pages' }), '404.mdx', 'peer/index.html']
  .map((file) => {
    const path = file.replace(/(index)?\.(astro|mdx|html)$/, '').replaceAll(/\[\w+\]/g, '[^/]+');
    return { file, pattern: new RegExp(`^/${path}(/|\\.html)?$`) };
  })
  // A name comes before what stands for any.
  .sort((one, other) => one.file.split('[').length - other.file.split('[').length);

/** What pages are made by: files below `src/pages`, and Starlight for those written by hand. */
export const templates = [
  ...routes.map(({ file }) => file).filter((file) => !file.endsWith('.html')),
  HAND_WRITTEN,
];

/** The paths of the pages that one of the templates made. */
export function pagesOf(template: string): string[] {
  return builtPaths().filter((path) => {
    const { file = HAND_WRITTEN } = routes.find(({ pattern }) => pattern.test(path)) ?? {};
    return file === template;
  });
}

/** The elements and the classes of this site that make a look of their own. */
function partsOf(path: string): string[] {
  const main = /<main.*<\/main>/s.exec(builtText(path))?.[0] ?? '';
  const parts =
    /<(?:table|pre|figure|dl|form|iframe|[a-z]+-[a-z-]+)(?=[ >])|(?<=[" ])rt-[\w-]+(?=[" ])/g;
  return [...new Set(main.replaceAll(/ data-code="[^"]*"/g, '').match(parts))];
}

/** Few and short pages of a template that have among them every part which any of its pages has. */
export function pagesWithAllParts(template: string): string[] {
  const pages = pagesOf(template).map((path) => ({ path, parts: partsOf(path) }));
  pages.sort((one, other) => builtText(one.path).length - builtText(other.path).length);
  const seen = new Set<string>();
  const adds = ({ parts }: { parts: string[] }) => parts.filter((part) => !seen.has(part)).length;
  const chosen: string[] = [];
  for (;;) {
    const [next] = pages.filter(adds).sort((one, other) => adds(other) - adds(one));
    if (next === undefined) return chosen;
    chosen.push(next.path);
    for (const part of next.parts) seen.add(part);
  }
}

/**
 * The text behind an address of the site under test, with its origin or without.
 *
 * @throws Error when the address is another origin’s or no file was built for it
 */
export function builtText(address: string): string {
  const { origin } = testSite();
  const url = new URL(address, origin);
  if (url.origin !== origin) throw new Error(`got ${address}, expected an address of ${origin}`);
  return readFileSync(fileOf(url.pathname), 'utf8');
}

function fileOf(pathname: string): string {
  const path = decodeURI(pathname);
  return join(testSite().directory, path.endsWith('/') ? `${path}index.html` : path);
}

/** Whether a file was built for a path. */
export const isBuilt = (pathname: string): boolean => existsSync(fileOf(pathname));

const parsed = new Map<string, Document>();

/** The page at an address of the site under test, parsed once and not to be changed. @throws Error as `builtText` does */
export function builtPage(address: string): Document {
  const [path = ''] = address.split('#');
  const page = parsed.get(path) ?? parseHTML(builtText(path)).document;
  parsed.set(path, page);
  return page;
}

/** The address of the font that a page asks for first. */
export const fontOf = (path: string): string | undefined =>
  /<link rel="preload" as="font" [^>]*href="([^"]+)"/.exec(builtText(path))?.[1];

/** The numbers of a text, but for those within a word, a version or an address: `Node 22.14.0`, `HTTP/2`. */
export function numbersIn(text: string): number[] {
  const number = /(?<![\w.])(?<!\w\/)[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?!\.?\d)/g;
  return [...text.matchAll(number)].map(([found]) => Number(found.replaceAll(',', '')));
}
