import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';

const rows = (page: Page) => page.locator('tr[data-probe]:visible');

async function open(page: Page): Promise<void> {
  await page.goto('/capabilities/');
  await expect(page.getByText(/^\d+ of \d+ questions shown\.$/)).toBeVisible();
}

test('every cell of the matrix has a result, and names it in words', async ({ page }) => {
  await open(page);
  const cells = page.locator('td[data-system]');
  const count = await cells.count();
  expect(count).toBeGreaterThanOrEqual(45 * 4);
  const texts = await cells.locator('.rt-result').allInnerTexts();
  expect(texts).toHaveLength(count);
  for (const text of texts) expect(text).toMatch(/pass|partly|fail|n\/a/);
});

test('rows are chosen by text, by group and by difference', async ({ page }) => {
  await open(page);
  const all = await rows(page).count();
  await page.getByLabel('Find').fill('date arrive');
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel('Find').fill('');
  await page.getByRole('combobox', { name: 'Group' }).selectOption('hibernation');
  await expect(rows(page)).toHaveCount(4);
  await page.getByRole('combobox', { name: 'Group' }).selectOption('');
  await page.getByLabel('Only where systems differ').check();
  const differing = await rows(page).count();
  expect(differing).toBeGreaterThan(0);
  expect(differing).toBeLessThan(all);
});

test('arrow keys move between cells, and Enter opens one with its code', async ({ page }) => {
  await open(page);
  const cell = (probe: string, system: string) =>
    page.locator(`tr[data-probe="${probe}"] td[data-system="${system}"] a`);
  await cell('values-json', 'lumenize').focus();
  await page.keyboard.press('ArrowRight');
  await expect(cell('values-json', 'capnweb')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(cell('values-undefined', 'capnweb')).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(
    dialog.getByRole('heading', { name: 'Does undefined stay undefined?' }),
  ).toBeVisible();
  await expect(dialog.locator('details[open] code')).toContainText('echoed(kit');
  await expect(dialog).toContainText(/Recorded on \d{4}-\d\d-\d\d, capnweb \d/);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test(
  'a probe runs in the browser and says whether it is as recorded',
  { tag: '@run' },
  async ({ page }) => {
    await page.goto('/capabilities/values/#values-map');
    const section = page.locator('[data-probe-section="values-map"]');
    await section.getByRole('button', { name: 'Run this one in my browser' }).click();
    for (const system of ['lumenize', 'capnweb', 'kkrpc', 'raw-websocket']) {
      const row = section.locator(`[data-system="${system}"]`);
      await expect(row).toContainText('In your browser, the same here');
    }
  },
);

test(
  'a run that failed is said beside the button until one works',
  { tag: '@run' },
  async ({ page }) => {
    await page.goto('/capabilities/values/#values-map');
    const section = page.locator('[data-probe-section="values-map"]');
    const button = section.getByRole('button', { name: 'Run this one in my browser' });
    await page.evaluate(() => {
      crypto.randomUUID = () => {
        throw new Error('no randomness');
      };
    });
    await button.click();
    await expect(section).toContainText(/Did not run: probe values-map of .+: no randomness/);
    await expect(button).toBeEnabled();
    await page.evaluate(() => Reflect.deleteProperty(crypto, 'randomUUID'));
    await button.click();
    await expect(section.locator('[data-system="capnweb"]')).toContainText('the same here');
    await expect(button).toBeEnabled();
    await expect(section).not.toContainText('Did not run');
  },
);

test(
  'all run in the browser, can be cancelled, and stand beside the record',
  { tag: '@run' },
  async ({ page }) => {
    await open(page);
    await page.getByRole('button', { name: /^Run \d+ probes in my browser$/ }).click();
    await expect(page.locator('td [data-same="true"]').first()).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(
      page.getByText(/^Cancelled: \d+ results in your browser, each as recorded\.$/),
    ).toBeVisible();
  },
);

test('without JavaScript the code is a link away', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    ...(baseURL === undefined ? {} : { baseURL }),
  });
  const page = await context.newPage();
  await page.goto('/capabilities/');
  await expect(page.getByRole('searchbox', { name: 'Find' })).toBeHidden();
  await page.locator('tr[data-probe="values-cycle"] td[data-system="capnweb"] a').click();
  await expect(page).toHaveURL(/\/capabilities\/values\/#values-cycle--capnweb$/);
  const section = page.locator('#values-cycle');
  await section.locator('summary').first().click();
  await expect(section.locator('code').first()).toContainText('ring()');
  await context.close();
});

for (const scheme of ['light', 'dark'] as const) {
  test(`has no violation that axe finds, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await open(page);
    expect(await violations(page, { all: true })).toEqual([]);
  });
}

test('fits a narrow screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBeLessThanOrEqual(390);
  await page.goto('/capabilities/security/');
  expect(await width()).toBeLessThanOrEqual(390);
});
