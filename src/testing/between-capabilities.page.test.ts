import { wayIds } from '../places/objects/probe.ts';
import { allProbes } from '../probes/groups.ts';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { looks } from './nightly.ts';

const PAGE = '/capabilities/between/';

test('every question has an answer of each way, which leads to what was seen and its code', async ({
  page,
}) => {
  await page.goto('/capabilities/');
  await page.getByRole('link', { name: 'a matrix of its own' }).click();
  await expect(page).toHaveURL(PAGE);
  const rows = page.locator('tr[data-probe]');
  await expect(rows).toHaveCount(allProbes('objects').length);
  const words = await rows.locator('td').allTextContents();
  expect(words).toHaveLength(allProbes('objects').length * wayIds.length);
  for (const word of words) expect(word).toMatch(/^\s*(pass|partly|fail|n\/a)\s*$/);
  const cell = rows.and(page.locator('[data-probe="between-order"]')).locator('td').first();
  const word = (await cell.innerText()).trim();
  await cell.getByRole('link').click();
  await expect(page).toHaveURL(/#between-order--workers-rpc$/);
  const line = page.locator('#between-order--workers-rpc');
  await expect(line).toBeInViewport();
  await expect(line.locator('dd').first()).toHaveText(word);
  await expect(line.locator('dd').last()).toHaveText(/\S/);
  const section = page.locator('#between-order');
  await section.locator('summary').first().click();
  await expect(section.locator('code').first()).toContainText('connection.api.arrive(n)');
});

for (const { colorScheme, width } of looks) {
  test(`fits and has no violation that axe finds, ${colorScheme}, ${width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await page.goto(PAGE);
    const cells = page.locator('tr[data-probe]').first().locator('td:visible');
    await expect(cells).toHaveCount(wayIds.length);
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(scrollWidth).toBeLessThanOrEqual(width);
    expect(await violations(page)).toEqual([]);
  });
}
