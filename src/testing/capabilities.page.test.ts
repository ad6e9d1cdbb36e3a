import { readFileSync } from 'node:fs';
import { test as builtTest } from '@playwright/test';
import { readRecorded, RECORDED } from '../matrix/questions/recorded.ts';
import { expectFits } from './axe.ts';
import { builtPage } from './built-pages.ts';
import { expect, plainTest, watchScripts } from './fixtures.ts';
import { test as runningTest } from './live-bench.ts';

// From the record: page tests cannot import the list of systems.
const { results } = readRecorded(readFileSync(RECORDED, 'utf8'));
const systems = [...new Set(results.map(({ system }) => system))];

const ROWS = '.rt-matrix tr[id^="probe-"]';

builtTest('every question has the answer of every library, in words and in a table', () => {
  const main = builtPage('/capabilities/');
  const [, asked] =
    /the same (\d+) questions/.exec(main.querySelector('.rt-lede')!.textContent) ?? [];
  expect(main.querySelectorAll(ROWS)).toHaveLength(Number(asked));
  const words = [...main.querySelectorAll(`${ROWS} .rt-feature .sr-only`)];
  expect(words).toHaveLength(Number(asked) * systems.length);
  for (const word of words) expect(word.textContent).toMatch(/^: (yes|partly|no|n\/a)$/);
  for (const id of ['values-map', 'probe-security-token-once', 'group-errors'])
    expect(main.getElementById(id), id).not.toBeNull();
});

plainTest(
  'without JavaScript a question opens by address and by keyboard, at every width',
  async ({ page }) => {
    await page.goto('/capabilities/#bundle-10-kb--capnweb');
    await expect(page.locator('#bundle-10-kb--capnweb')).toBeInViewport();
    await page.locator('[data-probe="values-cycle"] > summary').focus();
    await page.keyboard.press('Enter');
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const shown = page.locator('[id^="values-cycle--"]:visible');
      await expect(shown).toHaveCount(systems.length);
      await expectFits(page);
    }
  },
);

plainTest(
  'without JavaScript the page says what can be read, and the head of the table stays in sight',
  async ({ page }) => {
    await page.goto('/capabilities/');
    const note = page.locator('capability-matrix > noscript p');
    await expect(note).toContainText('The recorded answers and their code can be read without it.');
    await expect(note).toBeVisible();
    const head = page.locator('.rt-matrix thead th', { hasText: 'Cap’n Web' });
    const first = page.locator('.rt-matrix tbody tr').first();
    const [bottom, top] = await Promise.all([
      head.evaluate((element) => element.getBoundingClientRect().bottom),
      first.evaluate((element) => element.getBoundingClientRect().top),
    ]);
    expect(bottom).toBeLessThanOrEqual(top + 1);
    await page.locator(ROWS).last().scrollIntoViewIfNeeded();
    await expect(head).toBeInViewport({ ratio: 1 });
  },
);

runningTest(
  'all questions run in the browser, can be cancelled, and stand beside the record @run',
  async ({ page }) => {
    const loaded = watchScripts(page);
    await page.goto('/capabilities/');
    await expect(page.locator('capability-matrix:defined')).toBeAttached();
    // The head stays in sight while its rows pass.
    await page.locator(ROWS).last().scrollIntoViewIfNeeded();
    const head = page.locator('.rt-matrix thead th', { hasText: 'Cap’n Web' });
    await expect(head).toBeInViewport({ ratio: 1 });
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
