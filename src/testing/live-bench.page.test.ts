import { expectFits } from './axe.ts';
import { expect, test } from './fixtures.ts';
import {
  expectAccessible,
  openLiveBench,
  test as runningTest,
  translateButtons,
  watchShifts,
} from './live-bench.ts';
import { testSite } from './site.ts';

runningTest(
  'a run puts its times beside the published ones, and its link opens them again @run',
  async ({ page, browser, context }) => {
    const site = testSite();
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
    const live = await openLiveBench(page);
    await expect(live.part('run')).toHaveText(/^Run here\s*· \d+\ss$/);
    await expect(live.slot('told')).toContainText('Your column is empty until you run.');
    await translateButtons(page);
    const shifted = await watchShifts(page);
    const rows = live.element.locator('[data-row]');
    const order = () => rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-row')));
    const before = await order();
    await live.part('run').locator('font').first().click();
    await live.expectState('running');
    await expect(live.part('cancel')).toBeFocused();
    await live.stopAfter(5);
    expect(await shifted()).toBeLessThan(0.01);
    await expect(live.part('told')).toBeFocused();
    expect(await order()).toEqual(before);
    const plain = rows.filter({ hasText: 'Plain WebSocket' }).first();
    await expect(plain.locator('.rt-own')).toContainText(/\d×/);
    await expect(plain.locator('.rt-bar-yours')).toBeVisible();
    await expect(live.slot('who')).toHaveText('Your run');
    const summary = await live.slot('told').textContent();
    expect(summary).toMatch(/^\((stopped after )?\d+\ss, Chromium \d+\): /);
    await expectAccessible(page);
    await expectFits(page);

    await live.part('link').locator('font').click();
    await expect(live.slot('sent')).toContainText('Link copied');
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const record = await live.download();
    expect(record.plan).toMatchObject({ rule: 'time', workloads: ['increment'] });

    await expect(page).toHaveURL(/#r=1\./);
    await page.reload();
    await live.expectState('done');
    const found = summary?.replace(/^.*?\): /, '') ?? '';
    await expect(live.slot('told')).toContainText(found);
    await expect(plain.locator('.rt-own')).toContainText(/\d×/);
    await page.goto('/results/');
    await expect(page.locator('my-results li:has(time)')).toHaveCount(1);

    const other = await browser.newContext();
    const theirs = await other.newPage();
    await theirs.goto(link);
    await expect(theirs.locator('[data-slot="who"]')).toHaveText('Somebody’s run');
    await expect(theirs.locator('live-bench thead .rt-own')).toContainText('Shared');
    await expect(theirs.locator('[data-slot="told"]')).toContainText(found);
    await other.close();
  },
);

test('switches fetch the table that they name, and the address keeps them', async ({ page }) => {
  const live = await openLiveBench(page, '/');
  const first = await live.element.locator('tbody').first().textContent();
  await live.element.getByRole('radio', { name: '50 reads at once' }).check();
  await live.element.getByRole('radio', { name: 'Node.js' }).check();
  await expect(page).toHaveURL('/?operation=burst&from=node');
  await expect(live.slot('headline')).toContainText('50 reads');
  const shown = live.element.locator('table caption');
  await expect(shown).toHaveText('50 reads at once from Node.js, same machine');
  await page.reload();
  await expect(shown).toHaveText('50 reads at once from Node.js, same machine');
  await live.element.getByRole('radio', { name: 'One write' }).check();
  await live.element.getByRole('radio', { name: 'Browser' }).check();
  await expect(page).toHaveURL('/');
  await expect(live.element.locator('tbody').first()).toHaveText(first ?? '');
});

test('a clock that is too coarse is told of before a run', async ({ page }) => {
  const coarse = await page.addInitScript(() => {
    const now = performance.now.bind(performance);
    performance.now = () => Math.floor(now() / 16.67) * 16.67;
  });
  await page.goto('/studies/lumenize-vs-capnweb/');
  const live = page.locator('live-bench');
  await expect(live.locator('[data-slot="told"]')).toContainText(
    'clock is too coarse (16.67 ms). A run needs steps of 10 ms or less: turn off',
  );
  await expect(live.locator('[data-part="run"]')).toBeDisabled();
  await coarse.dispose();
});

test('a damaged result in the address is told of, and the page is as new', async ({ page }) => {
  const live = await openLiveBench(page, '/studies/lumenize-vs-capnweb/#r=1.damaged');
  await expect(live.slot('told')).toContainText('This link is damaged');
  await page.reload();
  await live.expectState('idle');
});
