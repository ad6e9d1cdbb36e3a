/** Studies, entries and systems, as a reader goes through them. */
import { gzipSync } from 'node:zlib';
import { test as builtTest } from '@playwright/test';
import { builtPage, builtText, isBuilt, pagesOf } from './built-pages.ts';
import { expect, test } from './fixtures.ts';
import { oneOfEach } from './all-cases.ts';
import {
  expectAccessible,
  openLiveBench,
  press,
  test as runningTest,
  watchShifts,
} from './live-bench.ts';

const STUDY = '/studies/lumenize-vs-capnweb/';
const ENTRY = `${STUDY}2025-01-02-fresh-connections/`;

/** Heads behind the bars in the run of a quoted entry. */
const COLUMNS = ['They printed', 'We measure', 'You'];

/** Most that the HTML, CSS and scripts of an entry may weigh, compressed, and its HTML as it is, in bytes. */
const HEAVIEST = 150_000;
const LONGEST = 300_000;

const HEAD = ['Compare', 'Studies', 'Capabilities', 'Method', 'Measure your library'];

builtTest('five links stand on every page, the one that leads there marked', () => {
  for (const [path, current] of [
    ['/', []],
    ['/studies/', ['page']],
    [ENTRY, ['true']],
  ] as const) {
    const links = [...builtPage(path).querySelectorAll('nav[aria-label="Site"] a')];
    expect(links.map(({ textContent }) => textContent.trim())).toEqual(HEAD);
    expect(links.flatMap((link) => link.getAttribute('aria-current') ?? [])).toEqual(current);
  }
});

test('the five links are in sight at every width', async ({ page }) => {
  await page.goto('/about/');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const name of HEAD) {
      const link = page.locator('nav[aria-label="Site"] a', { hasText: name });
      await expect(link).toBeInViewport({ ratio: 1 });
    }
  }
});

builtTest('a study that no page can run has its command in place of a bench', () => {
  for (const study of ['grpc-go-vs-lisp', 'kkrpc-transports']) {
    const main = builtPage(`/studies/${study}/`).querySelector('main');
    expect(main?.querySelector('[data-part="bar"]')?.hasAttribute('hidden'), study).toBe(true);
    const command = main?.querySelector('.rt-command .rt-wrap code')?.textContent;
    expect(command).toContain(`npm run measure -- ${study}`);
  }
});

/** The rows of the journal of a study, those in its fold too. */
const ENTRIES = 'details:has(#journal) .rt-data tbody tr';

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

test('an entry beside an earlier one has no ratio across a change of method', async ({ page }) => {
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

test('a study is at most 5,000 px long, an entry 9,000, with nothing opened', async ({ page }) => {
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

runningTest(
  'Run in an entry measures what stands in its table, and moves nothing @run',
  async ({ page }) => {
    const live = await openLiveBench(page, ENTRY);
    const rows = live.element.locator('[data-row]');
    const shown = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-row')));
    expect(shown).toEqual(['increment', 'get-value', 'mixed']);
    const heads = live.element.getByRole('columnheader');
    await expect(heads).toContainText(['Operation', 'Lumenize RPC ÷ Cap’n Web', ...COLUMNS]);
    const printed = rows.first().locator('.rt-ratio').first();
    await expect(printed).toHaveText(/^1\.42×24\.43 ÷ 17\.15\sms$/);
    const end = () => page.locator('#shown').evaluate((each) => each.getBoundingClientRect().top);
    const before = await end();
    const shifted = await watchShifts(page);
    await live.part('run').evaluate(press);
    await live.expectState('running');
    await live.stopAfter(15);
    expect(await shifted()).toBeLessThan(0.01);
    expect(await end()).toBe(before);
    await expect(rows.locator('.rt-own')).toHaveText(Array(3).fill(/^\d+\.\d+×.*–/));
    await expect(live.slot('told')).toContainText('of 3 operations');
    await expectAccessible(page);

    const { plan } = await live.download();
    expect(plan.workloads).toEqual(shown);
    const ours = 'lumenize/hibernating';
    const isOurs = plan.arms.includes(ours);
    expect(plan.arms.toSorted()).toEqual([
      'capnweb/in-memory',
      'control',
      isOurs ? ours : 'lumenize-rpc/hibernating',
      'raw-websocket/in-memory',
    ]);
    // Code of this site never stands under the name of the package.
    await expect(live.slot('told')).toContainText(isOurs ? 'You ran our reimplementation' : '');
    await expect(heads.last()).toContainText(isOurs ? 'our own code' : 'from here');
    const own = await rows.locator('.rt-own').allTextContents();
    await page.reload();
    await live.expectState('done');
    await expect(rows.locator('.rt-own')).toHaveText(own);
  },
);

builtTest('an entry that no page can run has its command, and what is known without one', () => {
  const main = builtPage('/studies/kkrpc-transports/first-edition/').querySelector('main');
  expect(main?.querySelector('live-bench')).toBeNull();
  const command =
    'npm run measure -- kkrpc-transports --workloads echo,burst-100,echo-text-102400 ' +
    '--arms json-lines/node-node-stdio,kkrpc-2/node-node-stdio --time 30';
  const printed = main?.querySelector('.rt-command .rt-wrap code')?.textContent;
  expect(printed?.trim().replaceAll(/\s+/g, ' ')).toBe(command);
  expect(main?.querySelector('.rt-command')?.textContent).toContain('It needs kkrpc 2.1');
  const heads = [...(main?.querySelectorAll('.rt-entry-run th[data-column]') ?? [])];
  const columns = heads.map((head) => head.getAttribute('data-column'));
  expect(columns).toEqual(['operation', 'bar', 'we_measure']);
});

builtTest(
  'an entry does not say that its source printed what was recomputed from its figures',
  () => {
    // The document states “794x”, and prints rates whose ratio is 768.
    const main = builtPage('/studies/grpc-go-vs-lisp/2026-01-11-unary/').querySelector('main');
    const headline = main?.querySelector('.rt-entry-run .rt-headline')?.textContent;
    expect(headline).toContain('The source’s figures give 768×.');
  },
);

test('an entry fetches the table that its switches choose, and a record once it is opened', async ({
  page,
}) => {
  await page.goto(`${STUDY}first-edition/`);
  const results = page.locator('.rt-results');
  await page.locator('summary', { hasText: 'Findings' }).click();
  await results.getByRole('combobox', { name: 'Operation' }).selectOption('mixed');
  await expect(results).toContainText('This record does not have this operation.');
  await results.getByRole('combobox', { name: 'Measured' }).selectOption('log-chromium');
  const caption = results.locator('caption');
  await expect(caption).toHaveText(/^Writes and reads in turn: .*Chromium/);
  // The address opens the fold that its record stands in.
  const numbers = page.getByRole('table', { name: /^Every number: .*Chromium.*log-chromium/ });
  await expect(numbers).toHaveCount(0);
  await page.goto(`${STUDY}first-edition/#record-log-chromium`);
  await expect(numbers).toBeVisible();
});

builtTest('an entry ships its own tables only', () => {
  const pages = pagesOf('studies/[study]/[entry].astro');
  const sizes = pages.map((path) => [path, Buffer.byteLength(builtText(path))] as const);
  expect(sizes.length).toBeGreaterThan(20);
  expect(sizes.filter(([, size]) => size > LONGEST)).toEqual([]);
});

test('an entry is light, and loads what measures once its run is near', async ({ page }) => {
  const bodies: Array<Promise<{ url: string; size: number }>> = [];
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? '';
    if (!/html|css|javascript/.test(type)) return;
    bodies.push(
      response.body().then((body) => ({ url: response.url(), size: gzipSync(body).length })),
    );
  });
  await page.setViewportSize({ width: 1280, height: 300 });
  await page.goto(ENTRY);
  await page.waitForLoadState('networkidle');
  const files = await Promise.all(bodies);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  expect(files.length).toBeGreaterThan(2);
  expect(total).toBeLessThan(HEAVIEST);
  const benches = () => page.evaluate(() => customElements.get('live-bench') !== undefined);
  expect(await benches()).toBe(false);
  await page.locator('#run').scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: /^Run here/ })).toBeEnabled();
  expect(await benches()).toBe(true);
});
