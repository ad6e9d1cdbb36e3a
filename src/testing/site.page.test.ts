import { measuredRecordSchema } from '../harness/record/index.ts';
import { expectFits, ofColours, violations } from './axe.ts';
import { builtText, pagesOf, templates } from './built-pages.ts';
import { expect, test } from './fixtures.ts';
import { watchScripts } from './loaded-scripts.ts';
import { allCases, oneOfEach } from './all-cases.ts';

const STUDY = '/studies/lumenize-vs-capnweb/';
const ENTRY = `${STUDY}2026-11-21-socket-protocol-server/`;
const QUOTED = `${STUDY}2025-01-02-fresh-connections/`;

/** Light with all rules; at night dark as well, with those that another scheme could break. */
const schemes = [
  ['light', undefined],
  ...(allCases ? [['dark', ofColours] as const] : []),
] as const;

for (const template of templates) {
  test(`a page of ${template} has nothing serious for axe, and fits a screen of 390 px`, async ({
    page,
    watched,
  }) => {
    const made = pagesOf(template);
    test.setTimeout(60_000 + 30_000 * made.length);
    expect(made).not.toEqual([]);
    if (template === '404.astro') watched.expectErrors(/404/);
    const hasClaims = (path: string) => builtText(path).includes('class="rt-claims');
    for (const path of oneOfEach(made, hasClaims)) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(path);
      for (const [colorScheme, rules] of schemes) {
        await page.emulateMedia({ colorScheme });
        await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
        expect(await violations(page, { rules }), path).toEqual([]);
      }
      await page.setViewportSize({ width: 390, height: 844 });
      await expectFits(page);
    }
  });
}

test('an entry prints dark on white, with its folds open and no way around', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto(QUOTED);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.locator('main svg').first()).toBeVisible();
  await expect(page.locator('main details:not([open]) table').first()).toBeVisible();
  const ink = await page.locator('h1').evaluate((heading) => getComputedStyle(heading).color);
  expect(ink).toBe('rgb(21, 24, 27)');
});

test('contents mark the part that is read, and the search finds a page', async ({ page }) => {
  await page.goto(QUOTED);
  const contents = page.getByRole('navigation', { name: 'On this page' });
  const third = contents.getByRole('link').nth(2);
  await third.click();
  await expect(third).toHaveAttribute('aria-current', 'true');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('textbox', { name: 'Search' }).fill('glossary');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name: 'Glossary' }).first().click();
  await expect(page).toHaveURL(/\/glossary\//);
});

test('pages are cross-origin isolated, and their policy admits only the bench', async ({
  page,
  site,
}) => {
  const response = await page.goto(STUDY);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  const headers = response?.headers() ?? {};
  const policy = headers['content-security-policy'] ?? '';
  const connect = /connect-src ([^;]*)/.exec(policy)?.[1]?.split(' ');
  expect(connect?.toSorted()).toEqual(
    ["'self'", site.benchOrigin, site.benchOrigin.replace('http', 'ws')].toSorted(),
  );
  expect(headers['referrer-policy']).toBe('no-referrer');
});

test('fingerprinted files are cached for good', async ({ page, request }) => {
  await page.goto('/');
  const href = await page.locator('link[rel=stylesheet]').first().getAttribute('href');
  const response = await request.get(href ?? '');
  expect(response.headers()['cache-control']).toContain('immutable');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the study is complete to read, and says what the live bench needs', async ({ page }) => {
    await page.goto(STUDY);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Lumenize');
    await expect(page.locator('main svg').first()).toBeVisible();
    await expect(page.locator('.rt-answer')).toContainText('Cap’n Web');
    await expect(page.locator('live-bench noscript p')).toBeVisible();
    await expect(page.locator('live-bench button:visible:enabled')).toHaveCount(0);
  });

  test('a quoted entry is complete to read, its errata among it', async ({ page }) => {
    await page.goto(QUOTED);
    const table = page.locator('main table').filter({ hasText: '24.43' }).first();
    await table.locator('xpath=ancestor::details/summary').click();
    await expect(table).toBeVisible();
    await expect(table).toContainText('quoted');
    await expect(page.locator('main')).toContainText('does not hold');
    await expect(page.locator('main svg').first()).toBeVisible();
  });
});

for (const path of [STUDY, '/capabilities/']) {
  test(`${path} loads neither a chart, nor an RPC, nor a schema library to be read`, async ({
    page,
  }) => {
    const loaded = watchScripts(page);
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    expect([...loaded()]).toEqual([]);
  });
}

test('an entry shows every record, and the study links to it', async ({ page, request }) => {
  await page.goto(STUDY);
  await page.getByText('earlier entries').click();
  await page.locator(`main a[href="${ENTRY}"]`).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Socket');
  const links = page.locator('main a[href^="/api/records/"][href$=".json"]');
  const addresses = new Set(
    await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')),
  );
  expect(addresses.size).toBe(4);
  for (const address of addresses) {
    const record: unknown = await (await request.get(address)).json();
    expect(measuredRecordSchema.parse(record)).toMatchObject({ schema: 1 });
    expect(Object.assign({ blocks: [] }, record).blocks).toHaveLength(270);
  }
});
