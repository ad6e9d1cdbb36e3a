/** The live bench of every page, the lab and the matrix, to their end in Firefox and in WebKit. */
import { readdirSync } from 'node:fs';
import { say } from '../cli/shared/args.ts';
import { builtPaths, builtText } from './built-pages.ts';
import { expect } from './fixtures.ts';
import { labOf, openLiveBench, test } from './live-bench.ts';

/** Pages with one live bench. The lab has a form for each study. */
const pages = builtPaths().filter(
  (path) => path !== '/lab/' && builtText(path).includes('<live-bench'),
);
const studies = readdirSync('content/studies')
  .map((file) => file.replace('.mdx', ''))
  .filter((id) => builtText('/lab/').includes(`data-study="${id}"`));

// A browser has words of its own for what it logs.
test.beforeEach(({ watched }) => watched.expectErrors(/./));

for (const path of [...pages, ...studies.map((id) => labOf('rounds=1', id))]) {
  test(`${path} measures to the end`, async ({ page, browserName }) => {
    const live = await openLiveBench(page, path);
    await live.run();
    await expect(live.slot('who')).toHaveText('Your run');
    say(`${browserName} ${path}: ${await live.slot('told').textContent()}`);
  });
}

test('/capabilities/ asks every question', async ({ page, browserName }) => {
  await page.goto('/capabilities/');
  await expect(page.locator('capability-matrix:defined')).toBeAttached();
  await page.locator('[data-part="run-all"]').click();
  const status = page.locator('[data-part="status"]');
  await expect(status).toHaveText(/^Done: \d+ answers in your browser, /, { timeout: 240_000 });
  // The answers that differ from the record are facts of this browser.
  const differing = await page.locator('[data-part="differing"] li').allInnerTexts();
  say([`${browserName}: ${await status.innerText()}`, ...differing].join('\n'));
});
