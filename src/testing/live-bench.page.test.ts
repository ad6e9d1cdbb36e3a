import type { Page } from '@playwright/test';
import { expectFits } from './axe.ts';
import { expect, test } from './fixtures.ts';
import {
  expectAccessible,
  openLiveBench,
  test as runningTest,
  translateButtons,
} from './live-bench.ts';
import { testSite } from './site.ts';

/** Layout shifts that no input of the reader explains, added up since this was called. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Reflect.set(window, 'shifted', 0);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput') === true) continue;
        const value = Number(Reflect.get(window, 'shifted')) + Number(Reflect.get(entry, 'value'));
        Reflect.set(window, 'shifted', value);
      }
    }).observe({ type: 'layout-shift' });
  });
  return () => page.evaluate(() => Number(Reflect.get(window, 'shifted')));
}

runningTest(
  'a run puts its times beside the published ones, and its link opens them again @run',
  async ({ page, browser, context }) => {
    const site = testSite();
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
    const live = await openLiveBench(page);
    await expect(live.slot('message')).toHaveText(/^Takes \d+\ss and [\d.]+\sMB\.$/);
    await translateButtons(page);
    const shifted = await watchShifts(page);
    const table = live.element.locator('.rt-answer-panel:visible table');
    const order = await table
      .locator('[data-row]')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')));
    await live.part('run').locator('font').click();
    await live.expectState('running');
    await expect(live.part('cancel')).toBeFocused();
    // On a busy machine the run is over before five sessions.
    const isEnough = async () =>
      (await live.element.getAttribute('data-state')) === 'done' || (await live.sessions()) >= 5;
    await expect.poll(isEnough, { timeout: 120_000 }).toBe(true);
    // A press by a script explains no shift.
    const cancel = live.element.locator('[data-part="cancel"]');
    await cancel.evaluate((button) => (button as HTMLElement).click());
    await live.expectState('done');
    expect(await shifted()).toBeLessThan(0.01);
    await expect(live.part('heading')).toBeFocused();
    const rows = table.locator('[data-row]');
    expect(await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-row')))).toEqual(
      order,
    );
    const plain = rows.filter({ hasText: 'Plain WebSocket' }).first();
    await expect(plain.locator('.rt-number .rt-published')).toContainText(/\d/);
    await expect(plain.locator('.rt-number .rt-yours')).toContainText(/\d/);
    await expect(plain.locator('.rt-bar-yours')).toBeVisible();
    const summary = await live.slot('summary').textContent();
    expect(summary).toMatch(/^Same within 10 % as published: \d+ of \d+ rows?\. /);
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
    await expect(live.slot('summary')).toHaveText(summary ?? '');
    await expect(plain.locator('.rt-number .rt-yours')).toContainText(/\d/);
    await page.goto('/results/');
    await expect(page.locator('my-results li:has(time)')).toHaveCount(1);

    const other = await browser.newContext();
    const theirs = await other.newPage();
    await theirs.goto(link);
    await expect(theirs.getByRole('heading', { name: 'Somebody’s result' })).toBeVisible();
    await expect(theirs.locator('live-bench [data-slot="summary"]')).toHaveText(summary ?? '');
    await other.close();
  },
);

test('a clock that is too coarse is told of before a run', async ({ page }) => {
  const coarse = await page.addInitScript(() => {
    const now = performance.now.bind(performance);
    performance.now = () => Math.floor(now() / 16.67) * 16.67;
  });
  await page.goto('/studies/lumenize-vs-capnweb/');
  const live = page.locator('live-bench');
  await expect(live.locator('[data-slot="message"]')).toContainText(
    'clock is too coarse (16.67 ms). A run needs steps of 10 ms or less: turn off',
  );
  await expect(live.locator('[data-part="run"]')).toBeDisabled();
  await coarse.dispose();
});

test('a damaged result in the address is told of, and the page is as new', async ({ page }) => {
  const live = await openLiveBench(page, '/studies/lumenize-vs-capnweb/#r=1.damaged');
  await expect(live.slot('summary')).toContainText('This link is damaged');
  await page.reload();
  await live.expectState('idle');
});
