/** What a browser loads for a page before anything is pressed, compressed, without fonts and images. */
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { parseHTML } from 'linkedom';

/** Sizes are kB (powers of 1000) after Brotli at its default quality. */
export interface PageWeight {
  /** Address of the page. */
  page: string;
  totalKB: number;
  htmlKB: number;
  cssKB: number;
  scriptsKB: number;
  /** Files of its scripts, with what they import at once. */
  scripts: ReadonlyArray<{ file: string; kB: number }>;
}

/** Pages that are compressed: those that are largest before. */
const CANDIDATES = 5;

/** The heaviest of the pages of entries in a built site. */
export async function heaviestEntry(dist: string): Promise<PageWeight> {
  const folder = join(dist, 'studies');
  const files = await readdir(folder, { recursive: true });
  const pages = files.filter((file) => /^[^/\\]+[/\\][^/\\]+[/\\]index\.html$/.test(file));
  const sized = await Promise.all(
    pages.map(async (file) => ({ file, size: (await stat(join(folder, file))).size })),
  );
  const weights = await Promise.all(
    sized
      .sort((a, b) => b.size - a.size)
      .slice(0, CANDIDATES)
      .map(({ file }) => weigh(dist, `/studies/${dirname(file).replaceAll('\\', '/')}/`)),
  );
  const [heaviest] = weights.sort((a, b) => b.totalKB - a.totalKB);
  if (heaviest === undefined) throw new Error(`${folder}: got no page of an entry, expected one`);
  return heaviest;
}

/** Weighs one page of a built site. */
export async function weigh(dist: string, page: string): Promise<PageWeight> {
  const html = await readFile(join(dist, page, 'index.html'), 'utf8');
  const { document } = parseHTML(html);
  const addresses = (selector: string, attribute: string): string[] =>
    [...document.querySelectorAll(selector)].map((each) => each.getAttribute(attribute) ?? '');
  const sheets = addresses('link[rel=stylesheet]', 'href');
  const cssKB = await sum(sheets.map((sheet) => compressedKB(join(dist, sheet))));
  const files = await withImports(dist, [
    ...addresses('script[src]', 'src'),
    ...addresses('link[rel=modulepreload]', 'href'),
  ]);
  const scripts = await Promise.all(
    files.map(async (file) => ({ file, kB: await compressedKB(join(dist, file)) })),
  );
  const scriptsKB = scripts.reduce((total, { kB }) => total + kB, 0);
  const htmlKB = brotliCompressSync(html).length / 1000;
  return { page, totalKB: htmlKB + cssKB + scriptsKB, htmlKB, cssKB, scriptsKB, scripts };
}

/** Static imports as bundlers write them; what is imported later is not loaded with the page. */
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"']+)["']/g;

async function withImports(dist: string, entries: readonly string[]): Promise<string[]> {
  const found = new Set(entries);
  // A set that grows while it is walked: what is added is walked too.
  for (const file of found) {
    const path = join(dist, file);
    if (!existsSync(path)) throw new Error(`${path}: got no file, expected a script of a page`);
    for (const [, target = ''] of (await readFile(path, 'utf8')).matchAll(STATIC_IMPORT)) {
      found.add(join(dirname(file), target));
    }
  }
  return [...found].sort();
}

async function compressedKB(file: string): Promise<number> {
  return brotliCompressSync(await readFile(file)).length / 1000;
}

async function sum(values: ReadonlyArray<Promise<number>>): Promise<number> {
  return (await Promise.all(values)).reduce((total, value) => total + value, 0);
}
