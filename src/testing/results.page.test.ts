import { fragmentOf } from '../site/live-bench/saved-results.ts';
import { packedResult, publishedResult } from './published.ts';
import { expectFits, violations } from './axe.ts';
import { builtPage } from './built-pages.ts';
import { expect, test } from './fixtures.ts';
import { translateButtons } from './live-bench.ts';

const EMPTY =
  'You have no saved results yet. Run any benchmark and it will appear here; results stay in this browser.';

test('an empty list invites to a run; results stay in this browser', async ({ page }) => {
  await page.goto('/results/');
  const list = page.locator('my-results');
  await expect(list.getByText(EMPTY)).toBeVisible();
  await expect(list.getByRole('button')).toHaveCount(0);
  await list.getByRole('link').first().click();
  await expect(page.locator('live-bench')).toBeInViewport();
});

test('a result that is kept is listed, opened and deleted', async ({ page }) => {
  const link = `/result/${fragmentOf(packedResult())}`;
  await page.goto('/method/');
  await page.evaluate((text) => localStorage.setItem('roundtrip:results', text), list(link));
  await page.goto('/results/');
  const items = page.locator('my-results li:has(time)');
  await expect(items).toHaveCount(2);
  expect(await violations(page)).toEqual([]);
  await items.first().getByRole('link', { name: /^Open/ }).click();
  await expect(page.getByRole('heading', { name: /^Your result/ })).toBeVisible();
  await page.goBack();
  await expect(items).toHaveCount(2);
  await translateButtons(page);
  await items
    .first()
    .getByRole('button', { name: /^Delete/ })
    .locator('font')
    .click();
  await expect(items).toHaveCount(1);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Delete all' }).click();
  await page.reload();
  await expect(page.getByText(EMPTY)).toBeVisible();
});

/** The list as this browser has it. */
function list(link: string): string {
  const at = ['2026-11-21T14:22:09.123Z', '2026-11-20T14:22:09.123Z'];
  return JSON.stringify(
    at.map((each, place) => {
      return { study: 'A', what: '1 workload', at: each, link: `${link}${place || ''}` };
    }),
  );
}

test('a link is shown whole at every width, and sends nothing', async ({ page }) => {
  await page.goto(`/result/#r=${packedResult()}`);
  await expect(page.getByRole('heading', { name: /^Somebody’s result/ })).toBeVisible();
  await expect(page.locator('shared-result table')).toHaveCount(
    publishedResult().plan.workloads.length,
  );
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
});

test('a link that is damaged or foreign gets a message and shows no result', async ({ page }) => {
  const sound = packedResult();
  await page.goto('/result/');
  for (const fragment of [`r=${sound.slice(0, -1)}`, 'https://example.org/']) {
    await page.evaluate((hash) => (location.hash = hash), `#${fragment}`);
    await expect(page.getByRole('alert'), fragment).toContainText(
      /damaged|no link to a result|cannot read/,
    );
    await expect(page.locator('shared-result table')).toHaveCount(0);
    await page.evaluate(() => (location.hash = ''));
    await expect(page.locator('shared-result')).toHaveAttribute('data-state', 'none');
  }
});

test('without JavaScript the page of results says what it is', () => {
  const page = builtPage('/results/');
  expect(page.querySelector('.rt-lede')?.textContent).toContain('Results stay in this browser');
  expect(page.querySelector('my-results noscript p')?.textContent).toMatch(/\w/);
});
