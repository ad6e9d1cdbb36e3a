import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { measuredRecordSchema } from '../harness/record/index.ts';
import { expectFits, ofColours, violations } from './axe.ts';
import { builtPages } from './built-pages.ts';
import { expect, test } from './fixtures.ts';
import { watchScripts } from './loaded-scripts.ts';
import { oneOfEach } from './nightly.ts';
import { testSite } from './site.ts';

const STUDY = '/studies/lumenize-vs-capnweb/';
const ENTRY = `${STUDY}2026-11-21-socket-protocol-server/`;
const QUOTED = `${STUDY}2025-01-02-fresh-connections/`;
/** Pages of every kind, by their addresses. */
const PAGES = [
  { kind: 'home', path: '/' },
  { kind: 'list', path: '/studies/' },
  { kind: 'study', path: STUDY },
  { kind: 'code', path: `${STUDY}code/` },
  { kind: 'study', path: '/studies/call-delay/' },
  { kind: 'entry', path: ENTRY },
  { kind: 'quoted entry', path: QUOTED },
  { kind: 'quoted entry', path: '/studies/grpc-go-vs-lisp/2026-01-11-unary/' },
  { kind: 'systems', path: '/systems/' },
  { kind: 'system', path: '/systems/lumenize/' },
  { kind: 'system', path: '/systems/kkrpc/' },
  { kind: 'network', path: '/network/' },
  { kind: 'errata', path: '/errata/' },
  { kind: 'list', path: '/sources/' },
  { kind: 'source', path: '/sources/clgrpc-benchmarks/' },
  { kind: 'glossary', path: '/glossary/' },
  { kind: 'corrections', path: '/corrections/' },
  { kind: 'text', path: '/method/' },
  { kind: 'calibration', path: '/method/calibration/' },
  { kind: 'data', path: '/data/' },
  { kind: 'text', path: '/about/' },
  { kind: 'text', path: '/operate/' },
  { kind: 'text', path: '/outside/' },
  { kind: 'text', path: '/grpc-server/' },
  { kind: 'nowhere', path: '/nowhere/' },
];

for (const { kind, path } of oneOfEach(PAGES, (page) => page.kind)) {
  test(`${path} has nothing serious for axe, in light and dark, and fits a screen of 390 px`, async ({
    page,
    watched,
  }) => {
    if (kind === 'nowhere') watched.expectErrors(/404/);
    await page.goto(path);
    for (const [colorScheme, rules] of [['light'], ['dark', ofColours]] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      expect(await violations(page, { rules })).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFits(page);
  });
}

// One test for all, because reading every page is what takes its time.
test('no page opens more than nine links of the sidebar, has a table of seven columns, or hides code from a keyboard', () => {
  const wrong: string[] = [];
  let [pages, blocks] = [0, 0];
  for (const { path, document } of builtPages()) {
    pages += 1;
    const links = [...document.querySelectorAll('.sidebar-content a')];
    const open = links.filter((link) => !link.closest('details:not([open])')).length;
    if (open > 9) wrong.push(`${path}: ${open} links`);
    for (const row of document.querySelectorAll('main tr')) {
      const spans = [...row.children].map((cell) => Number(cell.getAttribute('colspan') ?? 1));
      const columns = spans.reduce((sum, span) => sum + span, 0);
      if (columns > 6) wrong.push(`${path}: ${columns} columns, “${row.textContent.trim()}”`);
    }
    // Also before a script has run.
    for (const block of document.querySelectorAll('.expressive-code pre')) {
      blocks += 1;
      if (block.getAttribute('tabindex') !== '0') wrong.push(`${path}: ${block.textContent}`);
    }
  }
  expect(pages).toBeGreaterThan(40);
  expect(blocks).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});

test('an entry prints dark on white, with its folds open and no way around', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto(QUOTED);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.locator('main svg').first()).toBeVisible();
  await expect(page.locator('main details:not([open]) table').first()).toBeVisible();
  const ink = await page.locator('h1').evaluate((heading) => getComputedStyle(heading).color);
  expect(ink).toBe('rgb(21, 24, 27)');
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

test('the browser’s files hold no server half', () => {
  const directory = join(testSite().directory, '_astro');
  const scripts = readdirSync(directory).filter((name) => name.endsWith('.js'));
  const texts = scripts.map((name) => readFileSync(join(directory, name), 'utf8'));
  expect(texts.some((text) => text.includes('lumenize.rpc'))).toBe(true);
  for (const text of texts) {
    expect(text).not.toMatch(/acceptWebSocket|cloudflare:workers|setAlarm/);
  }
});

test('each client half is a file of its own, loaded by its system’s id', () => {
  const directory = join(testSite().directory, '_astro');
  const scripts = readdirSync(directory).map((name) => join(directory, name));
  // The page asks for them, and the worker that measures does.
  const loaders = scripts
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(file, 'utf8'))
    .map((text) => [
      ...text.matchAll(
        /["'`](?:\.\.?\/)+systems\/([^"'`]+\/client\.ts)["'`]:.+?\bimport\(["'`](.+?)["'`]/g,
      ),
    ])
    .filter((found) => found.length > 0);
  // A folder without it has no arm on the bench.
  const folders = readdirSync('src/systems').filter((name) =>
    existsSync(`src/systems/${name}/client.ts`),
  );
  const halves = folders.map((name) => `${name}/client.ts`);
  expect(loaders).toHaveLength(2);
  for (const found of loaders) {
    expect(found.map(([, half]) => half).sort()).toEqual(halves.sort());
    expect(new Set(found.map(([, , file]) => file)).size).toBe(halves.length);
  }
});

test('an entry shows every record, and the study links to it', async ({ page, request }) => {
  await page.goto(STUDY);
  // The table of the history names it too, folded away.
  await page.locator(`main a[href="${ENTRY}"]:visible`).first().click();
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
