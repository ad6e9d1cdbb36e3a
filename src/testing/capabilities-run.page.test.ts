import { probedHere } from './asked.ts';
import { expect, test } from './fixtures.ts';
import { watchScripts } from './loaded-scripts.ts';

test(
  'a probe runs in the browser and says whether it is as recorded',
  { tag: '@run' },
  async ({ page }) => {
    const loaded = watchScripts(page);
    await page.goto('/capabilities/#probe-values-map');
    const row = page.locator('#probe-values-map');
    const button = row.getByRole('button', { name: 'Run this one in my browser' });
    await button.click();
    for (const system of probedHere) {
      await expect(page.locator(`#values-map--${system}`)).toContainText(
        'In your browser, the same here',
      );
      await expect(row.locator(`td[data-system="${system}"] [data-same="true"]`)).toBeVisible();
    }
    // The one probe that serves oRPC in the browser loads what it needs for that itself.
    expect([...loaded()].toSorted()).toEqual(['capnweb', 'lumenize', 'orpc', 'trpc']);
    await expect(button).toBeEnabled();
  },
);

test(
  'a run that failed is said beside the button until one works',
  { tag: '@run' },
  async ({ page }) => {
    await page.goto('/capabilities/#values-map');
    const row = page.locator('#probe-values-map');
    const button = row.getByRole('button', { name: 'Run this one in my browser' });
    await page.evaluate(() => {
      crypto.randomUUID = () => {
        throw new Error('no randomness');
      };
    });
    await button.click();
    await expect(row).toContainText(/Did not run: probe values-map of .+: no randomness/);
    await expect(button).toBeEnabled();
    await page.evaluate(() => Reflect.deleteProperty(crypto, 'randomUUID'));
    await button.click();
    await expect(page.locator('#values-map--capnweb')).toContainText('the same here');
    await expect(button).toBeEnabled();
    await expect(row).not.toContainText('Did not run');
  },
);

test(
  'all run in the browser, can be cancelled, and stand beside the record',
  { tag: '@run' },
  async ({ page }) => {
    await page.goto('/capabilities/');
    await expect(page.locator('capability-matrix:defined')).toBeAttached();
    await page.getByRole('button', { name: /^Run \d+ of them in my browser$/ }).click();
    await expect(page.locator('td [data-same="true"]').first()).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(
      page.getByText(/^Cancelled: \d+ results in your browser, each as recorded\.$/),
    ).toBeVisible();
  },
);
