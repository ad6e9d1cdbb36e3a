/** The documents that machines read: they parse, agree with each other, and lead where they say. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { csvParse } from 'd3-dsv';
import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { z } from 'zod';
import { overlaps } from '../harness/plan/index.ts';
import { recordSchema, type RoundtripRecord } from '../harness/record/index.ts';
import { unitsOf } from '../harness/statistics/index.ts';
import { builtPage, builtText } from './built-pages.ts';
import { oneOfEach } from './all-cases.ts';
import { testSite } from './site.ts';

const entryDocument = z.looseObject({
  id: z.string(),
  title: z.string(),
  study: z.string(),
  page: z.url(),
  json: z.url(),
  markdown: z.url(),
  image: z.url(),
  records: z.array(z.object({ id: z.string(), json: z.url(), csv: z.url() })).min(1),
});
const entryList = z.object({ schema: z.literal(2), entries: z.array(entryDocument).min(1) });
const studyList = z.object({
  schema: z.literal(2),
  studies: z.array(z.looseObject({ id: z.string(), page: z.url(), entries: z.array(z.string()) })),
});

const STUDY = 'lumenize-vs-capnweb';
/** An entry with tables of quoted results. */
const TABLES = `${STUDY}/2025-01-02-fresh-connections`;

const entries = () => entryList.parse(JSON.parse(builtText('/api/entries.json'))).entries;
const studies = () => studyList.parse(JSON.parse(builtText('/api/studies.json'))).studies;

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

test('every entry as JSON is that of the list, and leads to its page and its records', () => {
  for (const entry of entries()) {
    const { schema, ...document } = JSON.parse(builtText(entry.json)) as { schema: number };
    expect(schema).toBe(2);
    expect(document).toEqual(entry);
    for (const address of [entry.page, entry.markdown, entry.image]) builtText(address);
    for (const { json, csv } of entry.records)
      for (const address of [json, csv]) builtText(address);
  }
});

/** The numbers of a record, in the order in which its CSV has them. */
function numbersOf(record: RoundtripRecord): Array<Array<number | undefined>> {
  if (record.kind === 'measured') {
    return unitsOf(record).map(({ workload, unit }) => {
      // Times that overlap have no sum, and a turn that failed has no other total.
      const sumUs = overlaps(record.plan.loads?.[workload] ?? {})
        ? undefined
        : unit.samplesUs.reduce((sum, us) => sum + us, 0);
      return [unit.round, unit.samplesUs.length, unit.bytes.in, unit.totalUs ?? sumUs];
    });
  }
  const results = record.results.map((each) => [
    ...[each.operations, each.totalMs, each.msPerOperation],
    ...[each.operationsPerSecond, each.megabytesPerSecond],
  ]);
  return [...results, ...record.figures.map(({ value, low, high }) => [value, low, high])];
}

const columns = {
  block: ['round', 'operations', 'bytes_in', 'total_us'],
  result: [
    ...['operations', 'total_ms', 'ms_per_operation'],
    ...['operations_per_second', 'megabytes_per_second'],
  ],
  figure: ['value', 'low', 'high'],
};

test('every record as JSON is its file, and as CSV holds its numbers', () => {
  const list = z.object({
    records: z.array(z.looseObject({ json: z.url(), csv: z.url() })).min(1),
  });
  const listed = list.parse(JSON.parse(builtText('/api/records.json'))).records.map((links) => {
    const text = builtText(links.json);
    const file = new URL(links.json).pathname.replace('/api/', 'content/');
    expect(text === readFileSync(file, 'utf8'), `${file} as it stands`).toBe(true);
    return { ...links, text, record: JSON.parse(text) as RoundtripRecord };
  });
  const kindOf = ({ record }: (typeof listed)[number]) =>
    JSON.stringify([
      ...[record.kind, record.schema],
      record.kind === 'measured' ? Object.values(record.plan.loads ?? {}).some(overlaps) : '',
    ]);
  for (const { text, csv } of oneOfEach(listed, kindOf)) {
    const record = recordSchema.parse(JSON.parse(text));
    const read = csvParse(builtText(csv)).map((row) => {
      const names = columns[row.row === 'result' || row.row === 'figure' ? row.row : 'block'];
      return names.map((name) => (row[name] === '' ? undefined : Number(row[name])));
    });
    expect(read, csv).toEqual(numbersOf(record));
  }
});

test('every study lists its entries', () => {
  for (const study of studies()) {
    builtText(study.page);
    expect(study.entries.toSorted()).toEqual(
      entries()
        .flatMap(({ id, study: of }) => (of === study.id ? [id] : []))
        .sort(),
    );
  }
});

/** Names of the two arms that a source measured as well: what runs here, and what the source had. */
const KINDS = ['hibernating', 'in memory'];
const OURS = KINDS.map((kind) => `Lumenize RPC (reimplementation), ${kind}`);
const THEIRS = KINDS.map((kind) => `Lumenize RPC, ${kind}`);

test('figures measured here and quoted ones are each named by what they are of', () => {
  const named = { measured: 0, quoted: 0 };
  for (const entry of entries().filter(({ study }) => study === STUDY)) {
    const records = entry.records.map(({ json, csv }) => ({
      record: JSON.parse(builtText(json)) as RoundtripRecord,
      csv,
    }));
    const [kind, ...others] = new Set(records.map(({ record }) => record.kind));
    expect(others, entry.id).toEqual([]);
    const page = builtPage(entry.page);
    const all = (selector: string) => [...page.querySelectorAll(selector)];
    // What is generated: a text of an author may speak of either.
    const texts = [
      ...all('main .rt-table th, main .rt-table td').map((cell) => cell.textContent),
      ...all('main svg[aria-label], main .rt-panels[aria-label]').map(
        (figure) => figure.getAttribute('aria-label') ?? '',
      ),
      ...records.flatMap(namesInDownloads),
      // Beside an earlier entry, a measured time may stand next to a quoted one.
    ].map((text) => text.replace(/then: .*/, ''));
    const has = (labels: readonly string[]): string[] =>
      texts.filter((text) => labels.some((label) => text.includes(label)));
    const [right, wrong] = kind === 'measured' ? [OURS, THEIRS] : [THEIRS, OURS];
    expect(has(wrong), entry.id).toEqual([]);
    named[kind === 'measured' ? 'measured' : 'quoted'] += has(right).length;
  }
  expectOursAt(STUDY, THEIRS);
  expect(Math.min(named.measured, named.quoted)).toBeGreaterThan(0);
});

/** The names of what ran, in the files of a record: a measured one's in its JSON as well. */
function namesInDownloads({ record, csv }: { record: RoundtripRecord; csv: string }): string[] {
  const own = record.kind === 'measured' ? Object.values(record.environment.labels ?? {}) : [];
  const rows = csvParse(builtText(csv));
  return [...own, ...new Set(rows.map(({ arm_label: label = '' }) => label))];
}

/** What speaks of a study elsewhere: its frame's head, its part of the maps. Its answer names the library itself. */
function expectOursAt(study: string, theirs: readonly string[]): void {
  const headOf = (address: string) => builtText(address).split('</head>', 1)[0];
  const all = builtText('/llms.txt');
  const texts = [
    headOf(`/embed/${study}/`),
    ...[...builtText('/rss.xml').matchAll(/<category>(.*?)<\/category>/g)].map(String),
    ...all.split('\n').filter((line) => line.startsWith('## Journal')),
  ];
  const bare = theirs.map((label) => label.replace(/, .*/, ''));
  // But where it is the library itself that was measured.
  const others = texts.map((text) => text?.replaceAll('Lumenize RPC, the published library', ''));
  for (const text of others) for (const label of bare) expect(text).not.toContain(label);
  expect(all).toMatch(/^What is measured here is .*this site’s implementation/m);
}

test('the feed is well-formed, holds every entry, and pages lead to it', async ({ page }) => {
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
  const links = items.map(({ link }) => link);
  expect(links.toSorted()).toEqual(
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

test('the sitemap holds the pages of entries and studies', () => {
  for (const { page } of entries()) expect(pages()).toContain(page);
  expect(pages().filter((address) => address.endsWith('.json'))).toEqual([]);
});

test('robots.txt lets everybody in, and names the sitemap', () => {
  const lines = builtText('/robots.txt').trim().split('\n');
  expect(lines).toContain('Allow: /');
  expect(lines).toContain(`Sitemap: ${testSite().origin}/sitemap-index.xml`);
});

test('llms.txt leads to the Markdown of every entry, and each link holds', () => {
  const text = builtText('/llms.txt');
  expect(text).toMatch(/^# Roundtrip\n\n> /);
  const links = linksIn(text);
  for (const { markdown } of entries()) expect(links).toContain(markdown);
  for (const link of links) builtText(link);
});

test('every entry as Markdown has its title, and its links hold', async ({ request }) => {
  for (const { markdown, title } of entries()) {
    const text = builtText(markdown);
    expect(text.split('\n', 1)[0]?.replaceAll('\\', '')).toBe(`# ${title}`);
    const own = linksIn(text).filter((address) => address.startsWith(testSite().origin));
    expect(own.length).toBeGreaterThan(1);
    for (const link of own) builtText(link);
  }
  const served = await request.get(entries()[0]?.markdown ?? '');
  expect(served.headers()['content-type']).toMatch(/^text\/markdown/);
});

test('an entry as Markdown has the rows of its tables with their numbers', () => {
  const { page, markdown } = entries().find(({ id }) => id === TABLES) ?? {};
  if (page === undefined || markdown === undefined) throw new Error(`entries: got no ${TABLES}`);
  const rows = builtText(markdown)
    .split('\n')
    .filter((line) => line.startsWith('|'));
  expect(rows.some((row) => /^\| -+/.test(row))).toBe(true);
  expect(rows.some((row) => row.includes('Lumenize RPC') && row.includes('24.43'))).toBe(true);
  expect(rows.length).toBeGreaterThan(builtPage(page).querySelectorAll('main table').length);
});

test('every page has the image for links once, and it is there', async () => {
  const { directory, origin } = testSite();
  const { format, width, height } = await sharp(join(directory, 'og.png')).metadata();
  expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 });
  for (const page of pages()) {
    const found = [...builtText(page).matchAll(/<meta property="og:image" content="(.*?)"/g)];
    expect(
      found.map(([, address]) => address),
      page,
    ).toEqual([`${origin}/og.png`]);
  }
});
