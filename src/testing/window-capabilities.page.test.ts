import { speakers } from '../places/windows/channel.ts';
import { allProbes } from '../probes/groups.ts';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';

const PAGE = '/capabilities/windows/';

test('every question has an answer of each system, which leads to what was seen and its code', async ({
  page,
}) => {
  await page.goto('/capabilities/');
  await page.getByRole('link', { name: 'calls from a page to its workers and frames' }).click();
  await expect(page).toHaveURL(PAGE);
  const rows = page.locator('tr[data-probe]');
  await expect(rows).toHaveCount(allProbes('windows').length);
  const words = await rows.locator('td').allTextContents();
  expect(words).toHaveLength(allProbes('windows').length * speakers.length);
  for (const word of words) expect(word).toMatch(/^\s*(pass|partly|fail|n\/a)\s*$/);
  const cell = rows.and(page.locator('[data-probe="windows-order"]')).locator('td').first();
  const word = (await cell.innerText()).trim();
  await cell.getByRole('link').click();
  await expect(page).toHaveURL(/#windows-order--post-message$/);
  const line = page.locator('#windows-order--post-message');
  await expect(line).toBeInViewport();
  await expect(line.locator('dd').first()).toHaveText(word);
  await expect(line.locator('dd').last()).toHaveText(/\S/);
  const section = page.locator('#windows-order');
  await section.locator('summary').first().click();
  await expect(section.locator('code').first()).toContainText('connection.api.arrive(n)');
});

test('fits and has no violation that axe finds, dark, 390 px wide', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(PAGE);
  const cells = page.locator('tr[data-probe]').first().locator('td:visible');
  await expect(cells).toHaveCount(speakers.length);
  const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(scrollWidth).toBeLessThanOrEqual(390);
  expect(await violations(page)).toEqual([]);
});
