import { readFile } from 'node:fs/promises';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { publishedFinding } from './published.ts';

test('an empty list invites to a run and says that nothing leaves the browser', async ({
  page,
}) => {
  await page.goto('/results/');
  const list = page.locator('my-results');
  await expect(list.getByRole('heading', { name: 'No run yet' })).toBeVisible();
  await expect(page.getByText('Nothing leaves this browser')).toBeVisible();
  await expect(list.getByRole('button')).toHaveCount(0);
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
  const finding = publishedFinding();
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
  // Rows that no version of this site has written take nothing else away.
  await page.evaluate(() => {
    const opening = indexedDB.open('roundtrip');
    return new Promise<void>((resolve) => {
      opening.onsuccess = () => {
        const stored = opening.result.transaction(['results', 'records'], 'readwrite');
        for (const [id, finding] of [{}, null, { study: 'nothing' }].entries()) {
          stored.objectStore('results').put({ id: id + 2, finding });
        }
        stored.objectStore('records').put('no JSON', 2);
        stored.oncomplete = () => {
          opening.result.close();
          resolve();
        };
      };
    });
  });
  await page.reload();
  const items = page.locator('my-results li[data-result]');
  await expect(items).toHaveCount(4);
  await expect(page.getByRole('textbox', { name: 'Place' })).toHaveValue('The library');
  await expect(page.getByRole('heading', { name: 'A result that cannot be read' })).toHaveCount(3);
  expect(await violations(page)).toEqual([]);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export all' }).click();
  const exported: unknown = JSON.parse(await readFile(await (await downloading).path(), 'utf8'));
  expect(exported).toEqual({ results: [{ place: 'The library', record: {} }] });
  for (let left = 3; left > 0; left -= 1) {
    await page
      .getByRole('button', { name: 'Delete the result that cannot be read' })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(items).toHaveCount(left);
  }
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
