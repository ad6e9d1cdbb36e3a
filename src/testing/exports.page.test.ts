/** The documents that programs read: they agree with each other, with their files, and lead where they say. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { csvParse } from 'd3-dsv';
import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import type { Result } from '../results/result.ts';
import { builtPage, builtText } from './built-pages.ts';
import { testSite } from './site.ts';

const STUDY = 'lumenize-vs-capnweb';
/** An entry with tables of quoted results. */
const TABLES = `${STUDY}/2025-01-02-fresh-connections`;

type Entry = Record<'id' | 'title' | 'study' | 'page' | 'markdown', string> & { records: string[] };
type Study = { id: string; page: string; entries: string[] };
/** Of one launch, or of several. */
type Measured = Record<'id' | 'result' | 'csv', string> & { record?: string; launches?: string[] };

/** One of the lists below /api/, which is not empty. */
function listOf<Item>(name: string): Item[] {
  const { schema, [name]: items = [] } = JSON.parse(builtText(`/api/${name}.json`)) as {
    schema: number;
  } & Record<string, Item[]>;
  expect([schema, items.length > 0]).toEqual([3, true]);
  return items;
}
const entries = () => listOf<Entry>('entries');

/** Addresses of all pages, by the sitemap. */
function pages(): string[] {
  const locations = (text: string): string[] =>
    [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);
  return locations(builtText('/sitemap-index.xml')).flatMap((map) => locations(builtText(map)));
}

/** Addresses in round brackets, as Markdown writes links. */
function linksIn(markdown: string): string[] {
  return [...markdown.matchAll(/\]\((https?:[^)\s]+)\)/g)].map(([, address = '']) => address);
}

test('entries and studies as JSON agree, and lead to pages', () => {
  for (const { id, page, entries: own } of listOf<Study>('studies')) {
    builtText(page);
    const listed = entries().filter(({ study }) => study === id);
    expect(own.toSorted()).toEqual(listed.map((entry) => entry.id).sort());
  }
  for (const { id, ...entry } of entries()) {
    const document: unknown = JSON.parse(builtText(`/api/entries/${id}.json`));
    expect(document).toEqual({ schema: 3, id, ...entry });
    for (const address of [entry.page, entry.markdown]) builtText(address);
  }
});

test('every record is its file, compressed, and its result is its file and a table', () => {
  const { directory } = testSite();
  const records = listOf<Measured>('records');
  const known = new Set(records.map(({ id }) => id));
  expect(entries().flatMap((entry) => entry.records.filter((id) => !known.has(id)))).toEqual([]);
  for (const { id, record, launches = [record ?? ''], result, csv } of records) {
    for (const address of launches) {
      const { pathname } = new URL(address);
      const packed = readFileSync(join(directory, pathname));
      const file = pathname.replace(/^\/api/, 'content');
      // Records of plans, and archived ones, are kept compressed.
      const isSame = existsSync(file)
        ? packed.equals(readFileSync(file))
        : gunzipSync(packed).equals(readFileSync(file.replace(/\.gz$/, '')));
      expect(isSame, address).toBe(true);
    }
    const text = builtText(result);
    expect(text, result).toBe(readFileSync(`content/results/${id}.json`, 'utf8'));
    const { rows } = JSON.parse(text) as Result;
    const read = csvParse(builtText(csv)).map(({ arm, workload, ms }) => [arm, workload, ms]);
    expect(read, csv).toEqual(
      rows.map(({ arm, workload, time }) => [arm, workload, String(time?.value ?? '')]),
    );
  }
});

test('the feed is well-formed and holds every entry, the latest first', async ({ page }) => {
  const { error, items } = await page.evaluate((xml) => {
    const feed = new DOMParser().parseFromString(xml, 'application/xml');
    const text = (within: Element, name: string) => within.querySelector(name)?.textContent;
    return {
      error: feed.querySelector('parsererror')?.textContent,
      items: [...feed.querySelectorAll('item')].map((item) => ({
        link: text(item, 'link'),
        pubDate: text(item, 'pubDate'),
      })),
    };
  }, builtText('/rss.xml'));
  expect(error).toBeUndefined();
  const links = items.map(({ link }) => link).sort();
  expect(links).toEqual(
    entries()
      .map((entry) => entry.page)
      .sort(),
  );
  // An entry whose source gives no date has none here, and comes last.
  const dates = items.map(({ pubDate }) => Date.parse(pubDate ?? '1970-01-01'));
  expect(dates).toEqual(dates.toSorted((a, b) => b - a));
  const feed = builtPage('/').querySelector('link[type="application/rss+xml"]');
  expect(feed?.getAttribute('href')).toBe('/rss.xml');
});

test('sitemap, robots.txt and llms.txt lead to pages and to the Markdown of entries', () => {
  const sitemap = pages();
  for (const { page } of entries()) expect(sitemap).toContain(page);
  expect(builtText('/robots.txt').split('\n')).toContain(
    `Sitemap: ${testSite().origin}/sitemap-index.xml`,
  );
  const map = builtText('/llms.txt');
  expect(map).toMatch(/^# Roundtrip\n\n> /);
  const links = linksIn(map);
  for (const { markdown } of entries()) expect(links).toContain(markdown);
  for (const link of links) builtText(link);
});

test('an entry as Markdown has the table of its run, without the column of the reader', () => {
  const text = builtText('/studies/lumenize-vs-capnweb/2025-01-02-fresh-connections/index.md');
  const run = text.split('## Theirs, ours and yours')[1]?.split('\n## ')[0] ?? '';
  const [head = '', , ...rows] = run.split('\n').filter((line) => line.startsWith('|'));
  expect(head).toContain('They printed (no interval) | We measure (browser, 95 % CI) |');
  expect(head).not.toContain('You');
  expect(rows).toHaveLength(3);
  expect(rows[2]).toMatch(/Writes and reads in turn.*1\.09×.*0\.91×/);
  expect(run).not.toMatch(/JavaScript|Run here/);
});

test('an entry as Markdown has its title, links that hold and the numbers of its tables', async ({
  request,
}) => {
  for (const { id, page, markdown, title } of entries()) {
    const text = builtText(markdown);
    expect(text.split('\n', 1)[0]?.replaceAll('\\', '')).toBe(`# ${title}`);
    // Where words of the page may break.
    expect(text).not.toMatch(/[\u00ad\u200b]/);
    const own = linksIn(text).filter((address) => address.startsWith(testSite().origin));
    for (const link of own.filter((address) => !address.endsWith('.gz'))) builtText(link);
    if (id !== TABLES) continue;
    const plain = (words: string) => words.replaceAll(/\s+/g, ' ').trim();
    const row = builtPage(page).querySelector('main table tr:has(td.rt-number)');
    const figures = [...(row?.querySelectorAll('td:not(.rt-bar)') ?? [])].map((cell) =>
      plain(cell.textContent),
    );
    expect(figures.filter((figure) => /\d/.test(figure))).not.toEqual([]);
    const lines = text.split('\n').map((line) => line.split('|').map(plain));
    expect(lines).toContainEqual(expect.arrayContaining(figures));
  }
  const served = await request.get(entries()[0]?.markdown ?? '');
  expect(served.headers()['content-type']).toMatch(/^text\/markdown/);
});

test('every page has the image for links once, and it is there', async () => {
  const { directory, origin } = testSite();
  const { format, width, height } = await sharp(join(directory, 'og.png')).metadata();
  expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 });
  for (const page of pages()) {
    const found = [...builtText(page).matchAll(/<meta property="og:image" content="(.*?)"/g)];
    const images = found.map(([, address]) => address);
    expect(images, page).toEqual([`${origin}/og.png`]);
  }
});
