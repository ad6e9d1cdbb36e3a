import type { Night } from '../report/nights.ts';
import { expectFits, violations } from './axe.ts';
import { expect, test } from './fixtures.ts';

const night = (day: number, change: Partial<Night> = {}): Night => ({
  at: `2026-12-0${day}T03:00:00.000Z`,
  commit: 'a'.repeat(40),
  silent: [],
  arms: 8,
  wrong: [],
  control: { differs: false, ratio: 1, low: 0.99, high: 1.01 },
  ...change,
});

test('the status of a bench without a nightly check is empty, and says why @run', async ({
  page,
  site,
}) => {
  const said: unknown = await (await fetch(`${site.benchOrigin}/bench/status`)).json();
  expect(said).toEqual({ nights: [] });
  await page.goto('/status/');
  await expect(page.getByRole('heading', { name: 'No night yet' })).toBeVisible();
  await expect(page.locator('bench-status')).not.toHaveAttribute('aria-busy');
});

test('the status lists nights, the newest first', async ({ page, site }) => {
  const silent = [{ arm: 'kkrpc/json', why: 'it hung up' }];
  const nights = [night(1, { silent }), night(2), night(3)];
  const headers = { 'Access-Control-Allow-Origin': site.origin };
  await page.route('**/bench/status', (route) => route.fulfill({ json: { nights }, headers }));
  await page.goto('/status/');
  await expect(page.locator('.rt-status-newest')).toHaveText(
    'In the night of 2026-12-03, all 8 arms answered, as in 1 of the nights right before.',
  );
  const rows = page.locator('bench-status tbody tr');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('1.00× (0.99–1.01)');
  await expect(rows.last()).toContainText('7 of 8 arms answered; not kkrpc/json');
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
});

test('the status says when the bench does not tell it', async ({ page, site, watched }) => {
  watched.expectErrors(/502/);
  const headers = { 'Access-Control-Allow-Origin': site.origin };
  await page.route('**/bench/status', (route) => route.fulfill({ status: 502, headers, json: {} }));
  await page.goto('/status/');
  await expect(page.locator('bench-status .rt-error')).toContainText('does not tell: status 502');
});
