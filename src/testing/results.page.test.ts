import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';

test('an empty list invites to a run and says that nothing leaves the browser', async ({
  page,
}) => {
  await page.goto('/results/');
  const list = page.locator('my-results');
  await expect(list.getByRole('heading', { name: 'No run yet' })).toBeVisible();
  await expect(page.getByText('Nothing leaves this browser')).toBeVisible();
  await expect(list.getByRole('button')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await list.getByRole('link').first().click();
  await expect(page.locator('live-bench')).toBeInViewport();
});

test('a browser that forbids storage is told of, not waited for', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
  });
  await page.goto('/results/');
  await expect(page.locator('my-results')).toContainText(
    'the browser does not let this site store anything',
  );
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page of results says what it is', async ({ page }) => {
    await page.goto('/results/');
    await expect(page.getByText('kept in this browser')).toBeVisible();
    await expect(page.locator('my-results noscript p')).toBeVisible();
  });
});
