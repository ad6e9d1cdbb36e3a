/** Studies, entries and systems, as a reader goes through them. */
import { gzipSync } from 'node:zlib';
import { test as builtTest } from '@playwright/test';
import { builtPage, builtText, isBuilt, pagesOf } from './built-pages.ts';
import { expect, test } from './fixtures.ts';
import { oneOfEach } from './all-cases.ts';

const STUDY = '/studies/lumenize-vs-capnweb/';
const ENTRY = `${STUDY}2025-01-02-fresh-connections/`;

/** Most that the HTML, CSS and scripts of an entry may weigh, compressed, in bytes. */
const HEAVIEST = 150_000;

test('five links stand on every page, the one that leads there marked', async ({ page }) => {
  for (const [path, current] of [
    ['/', []],
    ['/studies/', ['page']],
    [ENTRY, ['true']],
  ] as const) {
    await page.goto(path);
    const links = page.getByRole('navigation', { name: 'Site' }).getByRole('link');
    await expect(links).toHaveText([
      'Compare',
      'Studies',
      'Capabilities',
      'Method',
      'Measure your library',
    ]);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
    }
    const marks = links.and(page.locator('[aria-current]'));
    expect(
      await marks.evaluateAll((all) => all.map((each) => each.getAttribute('aria-current'))),
    ).toEqual(current);
  }
});

builtTest('a study that no page can run has its command in place of a bench', () => {
  for (const study of ['grpc-go-vs-lisp', 'kkrpc-transports']) {
    const main = builtPage(`/studies/${study}/`).querySelector('main');
    expect(main?.querySelector('live-bench'), study).toBeNull();
    expect(main?.querySelector('pre')?.textContent).toContain(`npm run measure -- ${study}`);
  }
});

/** The rows of the journal of a study, those in its fold too. */
const ENTRIES = 'h2#journal ~ .rt-data tbody tr, .rt-journal tbody tr';

builtTest('a journal lists its entries with their dates', () => {
  const entries = [...builtPage(STUDY).querySelectorAll(ENTRIES)];
  expect(entries.length).toBeGreaterThanOrEqual(8);
  const places = entries.map((row) => Number(row.querySelector('[data-label="No."]')?.textContent));
  expect(new Set(places)).toEqual(new Set(entries.map((_, index) => index + 1)));
  const fresh = entries.find((row) => row.querySelector(`a[href="${ENTRY}"]`) !== null);
  expect(fresh?.textContent).toMatch(/20\sOctober\s2025, printed as 2\sJanuary\s2025/);
});

builtTest(
  'a superseded entry stands under earlier measurements alone, and its page names the later one',
  () => {
    const fold = [...builtPage(STUDY).querySelectorAll('.rt-journal')].find((each) =>
      each.textContent.includes('Earlier measurements'),
    );
    const [earlier, later] = fold?.querySelectorAll('tbody tr:first-child a[href]') ?? [];
    expect(later?.getAttribute('href')).toBeTruthy();
    const [of, by] = [earlier, later].map((link) => link?.getAttribute('href') ?? '');
    const links = (page = '') =>
      [...builtPage(page).querySelectorAll('.rt-relation a')].map((link) =>
        link.getAttribute('href'),
      );
    expect(links(of)).toEqual([by]);
    expect(links(by)).toContain(of);
    const isSearched = (page = '') =>
      builtPage(page).querySelector('main[data-pagefind-body]') !== null;
    expect([isSearched(of), isSearched(by)]).toEqual([false, true]);
  },
);

test('a figure in a sentence is read aloud and copied without what is behind it, which focus shows', async ({
  page,
}) => {
  await page.goto('/studies/call-delay/local-batches/');
  const sentence = page.locator('.sl-markdown-content > p:has(.rt-number-in-text)').first();
  expect(await sentence.locator('.rt-number-in-text').count()).toBeGreaterThan(2);
  const copied = await sentence.evaluate((paragraph) => {
    getSelection()?.selectAllChildren(paragraph);
    return String(getSelection());
  });
  for (const text of [copied, await sentence.ariaSnapshot()]) {
    expect(text).toMatch(/28\.0× for the small batch/);
    expect(text).not.toMatch(/quoted|computed/i);
  }
  const number = sentence.locator('.rt-number-in-text').first();
  await number.focus();
  const shown = await number.evaluate((each) => getComputedStyle(each, '::after').content);
  expect(shown).toContain('Quoted from');
});

builtTest(
  'the sidebar has studies by their titles, and no entry; an entry leads to its neighbours',
  () => {
    const sidebar = builtPage(ENTRY).querySelector('nav.sidebar');
    expect(sidebar?.querySelector('[aria-current="page"]')?.getAttribute('href')).toBe(STUDY);
    const links = [...(sidebar?.querySelectorAll('a[href^="/studies/"]') ?? [])];
    expect(links.length).toBeGreaterThan(8);
    for (const link of links) {
      const href = link.getAttribute('href') ?? '';
      expect(href).toMatch(/^\/studies\/([^/]+\/)?$/);
      if (href === '/studies/') continue;
      expect(link.textContent.trim()).toBe(builtPage(href).querySelector('h1')?.textContent.trim());
    }
    const [previous, next] = builtPage(ENTRY).querySelectorAll('nav[aria-label="Journal"] a');
    expect(previous?.getAttribute('href')).toBe(`${STUDY}2025-01-02-capnweb-comparison/`);
    expect(next?.getAttribute('href')).toBe(`${STUDY}2025-01-20-serialization-profiling/`);
  },
);

test('an entry stands beside an earlier one, with no ratio across a change of method', async ({
  page,
}) => {
  const then = page.getByRole('table', { name: /^Then, in “/ });
  const ratio = then.getByRole('columnheader', { name: 'Now ÷ then' });
  // The address opens the fold that its heading stands in.
  await page.goto(`${STUDY}2025-10-20-debug-suppression/#compared`);
  await expect(ratio).toBeVisible();
  await expect(page.locator('main')).toContainText('no ratio has an interval');
  await page.goto(`${ENTRY}#compared`);
  await expect(then).toBeVisible();
  await expect(page.locator('main')).toContainText('The way of measuring changed');
  await expect(ratio).toHaveCount(0);
});

test('a study is at most 5,000 px long before anything is opened, an entry 9,000', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const wordiest = (paths: string[]): string[] =>
    paths.sort((one, other) => builtText(other).length - builtText(one).length);
  for (const [template, most] of [
    ['studies/[study].astro', 5000],
    ['studies/[study]/[entry].astro', 9000],
  ] as const) {
    for (const path of oneOfEach(wordiest(pagesOf(template)), () => template)) {
      await page.goto(path);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      expect(height, path).toBeLessThanOrEqual(most);
    }
  }
});

builtTest('a quoted or superseded entry says first what is known today, and where', () => {
  const { entries } = JSON.parse(builtText('/api/entries.json')) as {
    entries: Array<{ page: string; study: string; sources: object[]; superseded?: object }>;
  };
  const older = entries.filter(({ sources, superseded }) => sources.length > 0 || superseded);
  expect(older.length).toBeGreaterThan(15);
  for (const { page, study } of older) {
    const box = builtPage(page).querySelector('.rt-today');
    expect(box?.querySelector('.rt-number-in-text')?.textContent, page).toMatch(/^\d+\.\d+×/);
    expect(box?.querySelector(`a[href="/studies/${study}/"]`), page).not.toBeNull();
    expect(builtPage(page).querySelector('.sl-markdown-content h2')?.id, page).toBe('today');
  }
});

builtTest('an entry offers its data', () => {
  const links = [...builtPage(ENTRY).querySelectorAll('details:has(#as-data) tbody a')];
  const addresses = links.map((link) => link.getAttribute('href') ?? '');
  const ends = addresses.map((address) => address.split('.').at(-1));
  expect(ends).toEqual(['md', 'json', ...['csv', 'gz'], ...['csv', 'gz']]);
  expect(addresses.filter((address) => !isBuilt(address))).toEqual([]);
});

builtTest('a study has a feed of its own', () => {
  const study = builtPage('/studies/call-delay/');
  const address = '/studies/call-delay/rss.xml';
  const feed = `link[type="application/rss+xml"][href="${address}"]`;
  expect(study.querySelectorAll(`head ${feed}`)).toHaveLength(1);
  expect(study.querySelector(`main a[href="${address}"]`)).not.toBeNull();
  const items = builtText(address).match(/<link>[^<]*\/call-delay\/[^/]+\/<\/link>/g);
  expect(items).toHaveLength(study.querySelectorAll(ENTRIES).length);
});

builtTest('a library’s page says what it suits, its times and its versions', () => {
  const links = [...builtPage('/systems/').querySelectorAll('main a')];
  const link = links.find((each) => each.textContent === 'Cap’n Web');
  const main = builtPage(link?.getAttribute('href') ?? '').querySelector('main');
  for (const text of ['Good for', 'Avoid if', '0.12.0']) expect(main?.textContent).toContain(text);
  expect(main?.querySelector('table')?.textContent).toMatch(/\d\.\d+×/);
});

test('an entry is light, and loads no script but Starlight’s own', async ({ page }) => {
  const bodies: Array<Promise<{ url: string; size: number }>> = [];
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? '';
    if (!/html|css|javascript/.test(type)) return;
    bodies.push(
      response.body().then((body) => ({ url: response.url(), size: gzipSync(body).length })),
    );
  });
  await page.goto(ENTRY);
  await page.waitForLoadState('networkidle');
  const files = await Promise.all(bodies);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  expect(files.length).toBeGreaterThan(2);
  expect(total).toBeLessThan(HEAVIEST);
  expect(files.map(({ url }) => url).filter((url) => /LiveBench|run\./.test(url))).toEqual([]);
});
