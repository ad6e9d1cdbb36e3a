import { readFile } from 'node:fs/promises';
import { readRecord } from '../harness/record/index.ts';
import { analyse } from '../harness/statistics/index.ts';
import { findingOf } from '../report/finding.ts';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';

test('an empty list invites to a run and says that nothing leaves the browser', async ({
  page,
}) => {
  await page.goto('/results/');
  const list = page.locator('my-results');
  await expect(list.getByRole('heading', { name: 'No run yet' })).toBeVisible();
  await expect(page.getByText('Nothing leaves this browser')).toBeVisible();
  await expect(list.getByRole('button')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await list.getByRole('link').first().click();
  await expect(page.locator('live-bench')).toBeInViewport();
});

test('a browser that forbids storage is told of, not waited for', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
  });
  await page.goto('/results/');
  await expect(page.locator('my-results')).toContainText(
    'the browser does not let this site store anything',
  );
});

test('results that were kept before runs under way were are still there', async ({ page }) => {
  const file = 'content/records/lumenize-vs-capnweb/2026-11-21-socket-protocol-server-1.json';
  const record = readRecord(await readFile(file, 'utf8'), file);
  if (record.kind !== 'measured') throw new Error(`${file}: expected a measured record`);
  const of = { reference: 'capnweb/in-memory', subjects: ['lumenize/hibernating'], margin: 0.05 };
  const finding = findingOf(record, analyse(record, of), 'complete');
  await page.goto('/method/');
  await page.evaluate(
    (kept) => {
      const opening = indexedDB.open('roundtrip', 1);
      opening.onupgradeneeded = () => {
        opening.result.createObjectStore('results', { keyPath: 'id' }).put(kept);
        opening.result.createObjectStore('records').put('{}', 1);
      };
      return new Promise<void>((resolve) => {
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
      });
    },
    { id: 1, finding, place: 'The library' },
  );
  await page.goto('/results/');
  await expect(page.getByRole('textbox', { name: 'Place' })).toHaveValue('The library');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page of results says what it is', async ({ page }) => {
    await page.goto('/results/');
    await expect(page.getByText('kept in this browser')).toBeVisible();
    await expect(page.locator('my-results noscript p')).toBeVisible();
  });
});
