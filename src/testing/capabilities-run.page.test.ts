import { expect, test, watchScripts } from './fixtures.ts';

test(
  'all questions run in the browser, can be cancelled, and stand beside the record',
  { tag: '@run' },
  async ({ page }) => {
    const loaded = watchScripts(page);
    await page.goto('/capabilities/');
    await expect(page.locator('capability-matrix:defined')).toBeAttached();
    const run = page.getByRole('button', { name: /^Run \d+ of them in my browser$/ });
    // A run that failed says so, until one works.
    await page.evaluate(() => {
      crypto.randomUUID = () => {
        throw new Error('no randomness');
      };
    });
    await run.click();
    await expect(page.getByText(/^The run ended: .+: no randomness/)).toBeVisible();
    await page.evaluate(() => Reflect.deleteProperty(crypto, 'randomUUID'));
    await run.click();
    await expect(page.locator('td [data-same="true"]').first()).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(
      page.getByText(/^Cancelled: \d+ answers in your browser, each as recorded\.$/),
    ).toBeVisible();
    expect([...loaded()]).toEqual(expect.arrayContaining(['capnweb', 'lumenize', 'orpc', 'trpc']));
  },
);
