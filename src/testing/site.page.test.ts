import { expect, ground, groundOf, plainTest, test, watchScripts } from './fixtures.ts';

const STUDY = '/studies/lumenize-vs-capnweb/';
const QUOTED = `${STUDY}2025-01-02-fresh-connections/`;

test('an entry prints dark on white, with its folds open and no way around', async ({ page }) => {
  await page.goto(QUOTED);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.locator('main details:not([open]) table').first()).toBeVisible();
  const ink = await page.locator('h1').evaluate((heading) => getComputedStyle(heading).color);
  expect(ink).toBe('rgb(21, 24, 27)');
});

test('where storage is forbidden a page has the reader’s colours, no error, and a menu of themes that works', async ({
  page,
}) => {
  const forbidden = await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
  });
  // A page that only reads, one that measures, and the list of saved results.
  for (const path of ['/method/', STUDY, '/results/']) {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(path);
    expect(await groundOf(page), path).toBe(ground.light);
    await page.getByRole('combobox', { name: 'Theme' }).first().selectOption('dark');
    expect(await groundOf(page), path).toBe(ground.dark);
    await page.getByRole('combobox', { name: 'Theme' }).first().selectOption('auto');
    expect(await groundOf(page), path).toBe(ground.light);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await groundOf(page), path).toBe(ground.dark);
  }
  await expect(page.getByText('You have no saved results yet.')).toBeVisible();
  await forbidden.dispose();
});

test('a chosen theme holds on the next page', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/method/');
  await page.getByRole('combobox', { name: 'Theme' }).first().selectOption('dark');
  await page.goto('/privacy/');
  expect(await groundOf(page)).toBe(ground.dark);
  await expect(page.getByRole('combobox', { name: 'Theme' }).first()).toHaveValue('dark');
});

plainTest('without JavaScript colours follow the system, those of code too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/outside/');
    expect(await groundOf(page)).toBe(ground[colorScheme]);
    const ink = await page
      .locator('.expressive-code pre')
      .first()
      .evaluate((code) => getComputedStyle(code).color);
    const [red = 0] = /\d+/.exec(ink)?.map(Number) ?? [];
    expect(red < 128, ink).toBe(colorScheme === 'light');
  }
});

plainTest(
  'without JavaScript the study is complete to read, and says what the live bench needs',
  async ({ page }) => {
    await page.goto(STUDY);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Lumenize');
    await expect(page.locator('main')).toContainText('Cap’n Web’s time');
    await expect(page.locator('live-bench table:visible')).toHaveCount(1);
    await expect(page.locator('live-bench noscript p')).toBeVisible();
    await expect(page.locator('live-bench button:visible:enabled')).toHaveCount(0);
  },
);

test('a page to read loads neither a chart, an RPC nor a schema library', async ({ page }) => {
  const loaded = watchScripts(page);
  for (const path of [STUDY, '/capabilities/']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    expect([...loaded()], path).toEqual([]);
  }
});
