import type { Page } from '@playwright/test';
import { expectFits, violations } from './axe.ts';
import { expect, test } from './fixtures.ts';

const rows = (page: Page) => page.locator('choose-table tbody tr');
const names = (page: Page) => rows(page).locator('.rt-system a').allTextContents();

async function open(page: Page, address = 'workers/'): Promise<void> {
  await page.goto(`/choose/${address}`);
  await expect(page.locator('th[data-sort] button').first()).toBeVisible();
}

/** The numbers of a column, from its first row down. */
async function column(page: Page, id: string): Promise<number[]> {
  const texts = await rows(page).locator(`td[data-column="${id}"]`).allInnerTexts();
  return texts
    .filter((text) => /^\d/.test(text))
    .map((text) => parseFloat(text.replaceAll('\u202f', '')));
}

test('a press on a heading orders by its column, another the other way round, and the address remembers', async ({
  page,
}) => {
  await open(page);
  const heading = page.getByRole('columnheader', { name: /Fifty at once/ });
  await heading.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  const up = await column(page, 'many');
  expect(up.length).toBeGreaterThan(5);
  expect(up).toEqual(up.toSorted((a, b) => a - b));
  await page.keyboard.press('Enter');
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/\?sort=-many$/);
  await page.reload();
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
  const down = await column(page, 'many');
  expect(down).toEqual(down.toSorted((a, b) => b - a));
});

test('what cannot do what is ticked stands last, with the reason and the answer, and is not run', async ({
  page,
}) => {
  await open(page);
  const before = await names(page);
  await page.getByLabel('Functions as arguments').check();
  await expect(page).toHaveURL(/\?needs=functions$/);
  const lacking = page.locator('tr.rt-lacking');
  await expect(lacking).not.toHaveCount(0);
  const all = await rows(page).evaluateAll((each: Element[]) =>
    each.map(({ className }) => className),
  );
  expect(all).toEqual(all.toSorted());
  expect((await names(page)).toSorted()).toEqual(before.toSorted());
  const [arm = ''] = await lacking.evaluateAll((each) =>
    each.map((row) => row.getAttribute('data-row')),
  );
  const run = page.getByRole('link', { name: 'Run these from here' });
  expect(await run.getAttribute('href')).not.toContain(String(arm));
  await lacking
    .first()
    .getByRole('link', { name: /The answer that shows it/ })
    .click();
  await expect(page.locator(':target')).toBeVisible();
});

test('another network and client show other numbers, modelled ones marked', async ({ page }) => {
  await open(page);
  const near = await column(page, 'call');
  await page.getByLabel('Node.js').check();
  await page.getByLabel('100\u202fms').check();
  await expect(page).toHaveURL(/\?from=node&network=100$/);
  const far = await column(page, 'call');
  expect(Math.min(...far)).toBeGreaterThan(Math.max(...near.slice(0, 3)));
  await expect(rows(page).locator('.rt-mark').first()).toHaveText('modelled');
  await expect(page.locator('[data-part="missing"] code')).toContainText('--network 100ms');
});

test('an address that asks for what is not there is told what is', async ({ page }) => {
  await open(page, 'objects/?network=7&sort=many');
  await expect(page.locator('[data-part="wrong"]')).toHaveText(
    'network: got "7", expected one of 0.',
  );
  await expect(page.getByRole('columnheader', { name: /Fifty/ })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
});

test('what is left runs in the lab', async ({ page }) => {
  await open(page, 'page/');
  await page.getByRole('link', { name: 'Run these from here' }).click();
  await expect(page).toHaveURL(/\/lab\/\?study=page-to-worker&/);
  await expect(page.locator('[data-study="page-to-worker"] .rt-told')).toHaveText('');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every question is a link, and its table is complete to read', async ({ page }) => {
    await page.goto('/choose/');
    await page
      .getByRole('main')
      .getByRole('link', { name: /From one Durable Object to another/ })
      .click();
    await expect(
      page.getByRole('navigation', { name: 'Where calls go' }).getByRole('link'),
    ).toHaveCount(5);
    await expect(rows(page).first()).toContainText(/\d\.\d/);
    await expect(page.locator('choose-table form')).toBeHidden();
  });
});

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 390],
] as const) {
  test(`every table fits and has no violation that axe finds, ${colorScheme}, ${width} px wide`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    for (const id of ['workers', 'objects', 'processes', 'page', 'grpc']) {
      await open(page, `${id}/`);
      const need = page.getByRole('checkbox').first();
      if ((await need.count()) > 0) await need.check();
      expect(await violations(page, { all: true }), id).toEqual([]);
      await expectFits(page);
      if (width < 1000) continue;
      const table = page.locator('.rt-choose-scroll');
      const [inner, outer] = await table.evaluate((each) => [each.scrollWidth, each.clientWidth]);
      expect(inner, id).toBeLessThanOrEqual(outer ?? 0);
    }
  });
}
