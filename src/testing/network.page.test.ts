import { expectFits, violations } from './axe.ts';
import { expect, plainTest, test } from './fixtures.ts';

const ENTRY = '/studies/lumenize-vs-capnweb/2025-01-20-network-latency/';

test('the table of times follows typed values, and names what is no number', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(ENTRY);
  const model = page.locator('network-times');
  const broadband = model.locator('tr', { hasText: 'Broadband' });
  const own = model.locator('tr', { hasText: 'Your network' });
  await expect(broadband).toContainText('20.16');
  await model.getByLabel('Round trip').fill('2');
  await model.getByLabel('Processing').fill('1.108');
  await expect(broadband).toContainText('21.16');
  await expect(broadband).toContainText('21.30');
  // 2 ms, 348 bytes at 100 Mbit/s and 1.108 ms
  await expect(own).toContainText('3.14');
  await expect(own).toContainText('5.16');
  await model.getByLabel('Bandwidth').fill('');
  await expect(model.getByRole('status')).toContainText('Bandwidth (Mbit/s): ');
  await expect(own).toContainText('3.14');
  expect(await violations(page, { within: 'network-times' })).toEqual([]);
  await expectFits(page);
});

plainTest('without JavaScript the source’s own table stands, with no field', async ({ page }) => {
  await page.goto(ENTRY);
  const model = page.locator('network-times');
  await expect(model).toContainText('100.80');
  await expect(model.getByRole('spinbutton')).toHaveCount(0);
  await expect(model.locator('tr', { hasText: 'Your network' })).toBeHidden();
});
