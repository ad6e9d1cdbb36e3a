import { readFileSync } from 'node:fs';
import { readRecorded, RECORDED } from '../matrix/questions/recorded.ts';
import { expectFits } from './axe.ts';
import { expect, test, watchScripts } from './fixtures.ts';
import { test as runningTest } from './live-bench.ts';

// From the record: page tests cannot import the list of systems.
const { results } = readRecorded(readFileSync(RECORDED, 'utf8'));
const systems = [...new Set(results.map(({ system }) => system))];

test('every question has the answer of every library, in words and in a table', async ({
  page,
}) => {
  await page.goto('/capabilities/');
  const text = await page.locator('.rt-lede').innerText();
  const [, asked] = /the same (\d+) questions/.exec(text) ?? [];
  const rows = page.locator('.rt-matrix tr[id^="probe-"]');
  await expect(rows).toHaveCount(Number(asked));
  const words = await rows.locator('.rt-feature .sr-only').allTextContents();
  expect(words).toHaveLength(Number(asked) * systems.length);
  for (const word of words) expect(word).toMatch(/^: (yes|partly|no|n\/a)$/);
  for (const id of ['values-map', 'probe-security-token-once', 'group-errors'])
    await expect(page.locator(`#${id}`)).toBeAttached();
  // The head stays in sight while its rows pass.
  await rows.last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('columnheader', { name: 'Cap’n Web' })).toBeInViewport({ ratio: 1 });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a question opens by address and by keyboard to what every library did, at every width', async ({
    page,
  }) => {
    await page.goto('/capabilities/#bundle-10-kb--capnweb');
    await expect(page.locator('#bundle-10-kb--capnweb')).toBeInViewport();
    await page.locator('[data-probe="values-cycle"] > summary').focus();
    await page.keyboard.press('Enter');
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      for (const system of systems) {
        await expect(page.locator(`#values-cycle--${system}`)).toBeVisible();
      }
      await expectFits(page);
    }
  });
});

runningTest(
  'all questions run in the browser, can be cancelled, and stand beside the record @run',
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
