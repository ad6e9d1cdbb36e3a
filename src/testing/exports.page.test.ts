/** The documents that machines read: they parse, agree with each other, and lead where they say. */
import { readFile } from 'node:fs/promises';
import type { APIRequestContext } from '@playwright/test';
import { csvParse } from 'd3-dsv';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import sharp from 'sharp';
import { z } from 'zod';
import { overlaps } from '../harness/plan/index.ts';
import { recordSchema, type RoundtripRecord } from '../harness/record/index.ts';
import { unitsOf } from '../harness/statistics/index.ts';
import { expect, test } from './fixtures.ts';

const shortEntry = z.looseObject({
  id: z.string(),
  title: z.string(),
  study: z.string(),
  page: z.url(),
  json: z.url(),
  markdown: z.url(),
  image: z.url(),
});
const entryList = z.object({ schema: z.literal(1), entries: z.array(shortEntry).min(1) });
const entryDocument = z.looseObject({
  schema: z.literal(1),
  id: z.string(),
  page: z.url(),
  answer: z.string().optional(),
  answerNote: z.string().optional(),
  records: z.array(
    z.object({ id: z.string(), kind: z.string(), json: z.url(), csv: z.url() }).loose(),
  ),
  ratios: z.array(
    z.looseObject({ record: z.string(), ratio: z.number().positive(), armLabel: z.string() }),
  ),
});
const studyList = z.object({
  schema: z.literal(1),
  studies: z.array(
    z.looseObject({
      id: z.string(),
      page: z.url(),
      arms: z.array(z.object({ label: z.string(), quotedLabel: z.string().optional() }).loose()),
      entries: z.array(shortEntry),
    }),
  ),
});

/** The text at an address that must be there. */
async function get(request: APIRequestContext, address: string): Promise<string> {
  const response = await request.get(address);
  expect(response.status(), address).toBe(200);
  return response.text();
}

async function entriesOf(request: APIRequestContext) {
  return entryList.parse(JSON.parse(await get(request, '/api/entries.json'))).entries;
}

/** Addresses of all pages, by the sitemap. */
async function pagesOf(request: APIRequestContext): Promise<string[]> {
  const locations = (text: string): string[] =>
    [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);
  const maps = locations(await get(request, '/sitemap-index.xml'));
  return (await Promise.all(maps.map(async (map) => locations(await get(request, map))))).flat();
}

/** Addresses in round brackets, as Markdown writes links. */
function linksIn(markdown: string): string[] {
  return [...markdown.matchAll(/\]\((https?:[^)\s]+)\)/g)].map(([, address = '']) => address);
}

test('every entry as JSON leads to its page, its twins and its records', async ({
  request,
  site,
}) => {
  for (const entry of await entriesOf(request)) {
    const document = entryDocument.parse(JSON.parse(await get(request, entry.json)));
    expect(document.id).toBe(entry.id);
    expect(document.page).toBe(entry.page);
    for (const address of [entry.page, entry.markdown, entry.image]) {
      expect(address.startsWith(`${site.origin}/`)).toBe(true);
      expect((await request.get(address)).status(), address).toBe(200);
    }
    const known = document.records.map(({ id }) => id);
    expect(known.length).toBeGreaterThan(0);
    for (const { record } of document.ratios) expect(known).toContain(record);
    for (const { kind, json } of document.records) {
      expect(recordSchema.parse(JSON.parse(await get(request, json))).kind).toBe(kind);
    }
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

test('every record as JSON is its file, and as CSV holds its numbers', async ({ request }) => {
  const listed = z
    .object({ records: z.array(z.looseObject({ json: z.url(), csv: z.url() })).min(1) })
    .parse(JSON.parse(await get(request, '/api/records.json')));
  for (const { json, csv } of listed.records) {
    const text = await get(request, json);
    expect(text, 'the very file').toBe(
      await readFile(new URL(json).pathname.replace('/api/', 'content/'), 'utf8'),
    );
    const record = recordSchema.parse(JSON.parse(text));
    const read = csvParse(await get(request, csv)).map((row) => {
      const names = columns[row.row === 'result' || row.row === 'figure' ? row.row : 'block'];
      return names.map((name) => (row[name] === '' ? undefined : Number(row[name])));
    });
    expect(read, csv).toEqual(numbersOf(record));
  }
});

test('every study lists its entries', async ({ request }) => {
  const { studies } = studyList.parse(JSON.parse(await get(request, '/api/studies.json')));
  const entries = await entriesOf(request);
  for (const study of studies) {
    await get(request, study.page);
    expect(study.entries.map(({ id }) => id).sort()).toEqual(
      entries.flatMap(({ id, study: of }) => (of === study.id ? [id] : [])).sort(),
    );
  }
});

test('figures measured here and quoted ones are each named by what they are of', async ({
  page,
  request,
}) => {
  const { studies } = studyList.parse(JSON.parse(await get(request, '/api/studies.json')));
  for (const { id, arms, entries } of studies) {
    const both = arms.filter(({ quotedLabel }) => quotedLabel !== undefined);
    if (both.length === 0) continue;
    const ours = both.map(({ label }) => label);
    const theirs = both.map(({ quotedLabel = '' }) => quotedLabel);
    const named = { measured: 0, quoted: 0 };
    for (const entry of entries) {
      const document = entryDocument.parse(JSON.parse(await get(request, entry.json)));
      const [kind, ...others] = new Set(document.records.map((record) => record.kind));
      expect(others, entry.id).toEqual([]);
      await page.goto(entry.page);
      // What is generated: a text of an author may speak of either.
      const texts = [
        ...(await page.locator('main .rt-table th, main .rt-table td').allTextContents()),
        ...(await page
          .locator('main :is(svg, .rt-panels)[aria-label]')
          .evaluateAll((all) => all.map((figure) => figure.ariaLabel ?? ''))),
        ...(await get(request, entry.markdown)).split('\n').filter((line) => line.startsWith('|')),
        document.answer ?? '',
        ...document.ratios.map(({ armLabel }) => armLabel),
        ...(await downloadsOf(request, document.records)),
        // Beside an earlier entry, a measured time may stand next to a quoted one.
      ].map((text) => text.replace(/then: .*/, ''));
      const has = (labels: readonly string[]): string[] =>
        texts.filter((text) => labels.some((label) => text.includes(label)));
      const [right, wrong] = kind === 'measured' ? [ours, theirs] : [theirs, ours];
      expect(has(wrong), entry.id).toEqual([]);
      named[kind === 'measured' ? 'measured' : 'quoted'] += has(right).length;
      if (kind !== 'measured' || document.answerNote === undefined) continue;
      // The author's words travel with the page: there a short name may stand, and whose it is.
      const previews = await page
        .locator('head :is(title, [name="description"], [property^="og:"], [name^="twitter:"])')
        .evaluateAll((all) => all.map((each) => each.getAttribute('content') ?? each.textContent));
      expect(previews.join(' ')).toContain(document.answerNote);
      expect(previews.filter((text) => theirs.some((label) => text.includes(label)))).toEqual([]);
    }
    await expectOursAt(request, id, theirs);
    expect(Math.min(named.measured, named.quoted)).toBeGreaterThan(0);
  }
});

/** The names of what ran, in the files of records: a measured one's in its JSON as well. */
async function downloadsOf(
  request: APIRequestContext,
  records: ReadonlyArray<{ json: string; csv: string }>,
): Promise<string[]> {
  const labels = records.map(async ({ json, csv }) => {
    const record = recordSchema.parse(JSON.parse(await get(request, json)));
    const own = record.kind === 'measured' ? Object.values(record.environment.labels ?? {}) : [];
    const rows = csvParse(await get(request, csv));
    return [...own, ...new Set(rows.map(({ arm_label: label = '' }) => label))];
  });
  return (await Promise.all(labels)).flat();
}

/** What speaks of a study elsewhere: its page's and its frame's heads, its badge, its part of the maps. */
async function expectOursAt(
  request: APIRequestContext,
  study: string,
  theirs: readonly string[],
): Promise<void> {
  const headOf = async (address: string) => (await get(request, address)).split('</head>', 1)[0];
  const texts = [
    await headOf(`/studies/${study}/`),
    await headOf(`/embed/${study}/`),
    await get(request, `/badge/${study}.svg`),
    ...[...(await get(request, '/rss.xml')).matchAll(/<category>(.*?)<\/category>/g)].map(String),
    ...(await get(request, '/llms.txt'))
      .split('\n')
      .filter((line) => line.startsWith('## Journal')),
  ];
  const bare = theirs.map((label) => label.replace(/, .*/, ''));
  for (const text of texts) for (const label of bare) expect(text).not.toContain(label);
  const all = await get(request, '/llms.txt');
  expect(all).toMatch(/^What is measured here is .*this site’s implementation/m);
}

test('the feed is well-formed, holds every entry, and pages lead to it', async ({
  page,
  request,
}) => {
  const xml = await get(request, '/rss.xml');
  expect(XMLValidator.validate(xml)).toBe(true);
  const { rss } = z
    .object({
      rss: z.object({
        channel: z.object({
          item: z.array(z.object({ link: z.url(), pubDate: z.string().optional() })),
        }),
      }),
    })
    .parse(new XMLParser({ isArray: (name) => name === 'item' }).parse(xml));
  const links = rss.channel.item.map(({ link }) => link);
  expect(links.toSorted()).toEqual((await entriesOf(request)).map((entry) => entry.page).sort());
  // An entry whose source gives no date has none here, and comes last.
  const dates = rss.channel.item.map(({ pubDate }) => Date.parse(pubDate ?? '1970-01-01'));
  expect(dates).toEqual(dates.toSorted((a, b) => b - a));
  await page.goto('/');
  await expect(page.locator('link[type="application/rss+xml"]')).toHaveAttribute(
    'href',
    '/rss.xml',
  );
});

test('the sitemap holds the pages of entries and studies', async ({ request }) => {
  const pages = await pagesOf(request);
  const entries = await entriesOf(request);
  for (const { page } of entries) expect(pages).toContain(page);
  expect(pages.filter((address) => address.endsWith('.json'))).toEqual([]);
});

test('robots.txt lets everybody in, and names the sitemap', async ({ request, site }) => {
  const lines = (await get(request, '/robots.txt')).trim().split('\n');
  expect(lines).toContain('Allow: /');
  expect(lines).toContain(`Sitemap: ${site.origin}/sitemap-index.xml`);
});

test('llms.txt leads to the Markdown of every entry, and each link holds', async ({ request }) => {
  const text = await get(request, '/llms.txt');
  expect(text).toMatch(/^# Roundtrip\n\n> /);
  const links = linksIn(text);
  for (const { markdown } of await entriesOf(request)) expect(links).toContain(markdown);
  for (const link of links) await get(request, link);
});

test('every entry as Markdown has its title, and its links hold', async ({ request, site }) => {
  for (const { markdown, title } of await entriesOf(request)) {
    const response = await request.get(markdown);
    expect(response.headers()['content-type']).toMatch(/^text\/markdown/);
    const text = await response.text();
    expect(text.split('\n', 1)[0]?.replaceAll('\\', '')).toBe(`# ${title}`);
    // A source’s code may have either.
    expect(text.replaceAll(/^```.*?^```$/gms, '')).not.toMatch(/<[A-Z]|\{/);
    const own = linksIn(text).filter((address) => address.startsWith(site.origin));
    expect(own.length).toBeGreaterThan(1);
    for (const link of own) await get(request, link);
  }
});

test('every page has the image for links once, and it is there', async ({ request, site }) => {
  const image = `${site.origin}/og.png`;
  const { format, width, height } = await sharp(await (await request.get(image)).body()).metadata();
  expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 });
  for (const page of await pagesOf(request)) {
    const found = (await get(request, page)).matchAll(/<meta property="og:image" content="(.*?)"/g);
    expect(
      [...found].map(([, address]) => address),
      page,
    ).toEqual([image]);
  }
});
