/** Studies, entries and systems, as a reader goes through them. */
import { gzipSync } from 'node:zlib';
import { expect, test } from './fixtures.ts';

const STUDY = '/studies/lumenize-vs-capnweb/';
const ENTRY = `${STUDY}2025-01-02-fresh-connections/`;

/** Most that the HTML, CSS and scripts of an entry may weigh, compressed, in bytes. */
const HEAVIEST = 150_000;

test('the list of studies gives each question its newest answer', async ({ page }) => {
  await page.goto('/studies/');
  const studies = page.locator('main .rt-study');
  await expect(studies).toHaveCount(4);
  for (const study of await studies.all()) {
    const entry = study.locator('.rt-answer-from a');
    await expect(entry).toHaveAttribute('href', /^\/studies\/.+\/.+\/$/);
  }
  await expect(studies.filter({ hasText: 'Durable Objects' }).last()).toContainText('Workers RPC');
  const live = studies.filter({ hasText: 'Runs in your browser' });
  await expect(live).toHaveCount(1);
  await expect(live).toContainText(/\d× \(\d.*–.*\)/);
  await expect(studies.filter({ hasText: 'no interval' })).toHaveCount(3);
});

test('the home page holds one live bench, ready to run, and every study’s answer', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.locator('live-bench')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
  const studies = page.locator('.rt-study-answer-card');
  await expect(studies).toHaveCount(4);
  for (const study of await studies.all()) {
    await expect(study.getByRole('heading').getByRole('link')).toHaveText(/\?$/);
    await expect(study.locator('p').first()).toContainText(/\. (quoted|derived)$/);
  }
});

test('a study of quoted figures has nothing to run, and says why', async ({ page }) => {
  await page.goto('/studies/grpc-go-vs-lisp/');
  await expect(page.locator('live-bench')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Why nothing runs here' })).toBeVisible();
  await expect(page.locator('main')).toContainText('Every figure of this study is quoted');
});

test('a journal lists its entries with their dates, states and errata', async ({ page }) => {
  await page.goto(STUDY);
  const entries = page.locator('.rt-journal > li');
  const count = await entries.count();
  expect(count).toBeGreaterThanOrEqual(8);
  const places = await entries.locator('.rt-journal-place').allTextContents();
  expect(places.map(Number)).toEqual(Array.from({ length: count }, (_, index) => count - index));
  const fresh = entries.filter({ has: page.locator(`a[href="${ENTRY}"]`) }).first();
  await expect(fresh).toContainText(/as printed; made on 20\sOctober\s2025/);
  await expect(fresh.getByRole('link', { name: /errata of/ })).toHaveAttribute(
    'href',
    `${ENTRY}#claims`,
  );
  await expect(entries.filter({ hasText: 'in progress' })).toHaveCount(2);
});

test('a figure in a sentence is read aloud and copied without its mark', async ({ page }) => {
  await page.goto('/studies/call-delay/local-batches/');
  const sentence = page.locator('main p:has(.rt-marked-word)').first();
  expect(await sentence.locator('.rt-marked-word').count()).toBeGreaterThan(2);
  const copied = await sentence.evaluate((paragraph) => {
    getSelection()?.selectAllChildren(paragraph);
    return String(getSelection());
  });
  for (const text of [copied, await sentence.ariaSnapshot()]) {
    expect(text).toMatch(/28\.0× for the small batch/);
    expect(text).not.toMatch(/quoted|derived/);
  }
});

test('an entry leads on to its neighbours, and the sidebar shows where it stands', async ({
  page,
}) => {
  await page.goto(ENTRY);
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  await expect(sidebar.locator('[aria-current="page"]')).toHaveAttribute('href', ENTRY);
  await expect(sidebar.locator(`a[href^="${STUDY}2"]`)).not.toHaveCount(0);
  await expect(sidebar.locator('a[href^="/studies/call-delay/"]')).toHaveCount(1);
  await page.locator('.pagination-links a[rel="next"]').click();
  await expect(page.locator('.pagination-links a[rel="prev"]')).toHaveAttribute('href', ENTRY);
});

test('an entry stands beside earlier ones, with no ratio across a change of method', async ({
  page,
}) => {
  await page.goto(`${STUDY}2025-10-20-debug-suppression/`);
  const before = page.locator('main section').filter({ hasText: 'Beside the entry before' });
  await expect(before.getByRole('columnheader', { name: 'Time now ÷ then' })).toBeVisible();
  await expect(before).toContainText('no ratio has an interval');
  await page.goto(ENTRY);
  await expect(before).toContainText('the way of measuring changed');
  await expect(before.getByRole('columnheader', { name: 'Time now ÷ then' })).toHaveCount(0);
});

test('an entry offers its data', async ({ page, request }) => {
  await page.goto(ENTRY);
  const links = page.locator('.rt-data a');
  const addresses = await links.evaluateAll((all) => all.map((each) => each.getAttribute('href')));
  expect(addresses.map((address) => address?.split('.').at(-1))).toEqual([
    'md',
    'json',
    ...['json', 'csv'],
    ...['json', 'csv'],
  ]);
  for (const address of addresses) {
    expect((await request.get(address ?? '')).ok(), address ?? '').toBe(true);
  }
});

test('a system’s page says what was measured of it, and where', async ({ page }) => {
  await page.goto('/systems/');
  await page.locator('main').getByRole('link', { name: 'Cap’n Web', exact: true }).click();
  await expect(page.locator('main')).toContainText(/capnweb \d+\.\d+\.\d+/);
  await expect(page.locator('main')).toContainText('Sockets that hibernate');
  await expect(page.locator(`main table a[href="${ENTRY}"]`)).toBeVisible();
  await page.goto('/systems/grpc-lisp/');
  await expect(page.locator('main')).toContainText('Nothing of it runs here');
});

test('search finds an entry by what stands in it', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').or(page.getByPlaceholder('Search')).first().fill('suppressed');
  const found = page.locator('dialog a[href*="2025-10-20-debug-suppression"]').first();
  await expect(found).toBeVisible();
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
