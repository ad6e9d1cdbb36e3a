/** The search in the site’s header, by words as readers type them. */
import { expect, test } from './fixtures.ts';

const queries: Array<[query: string, first: RegExp]> = [
  ['hibernate', /^\/choose\/workers\/$/],
  ['mobile network drops', /^\/studies\/failures\/$/],
  ['latency p99', /^\/choose\/workers\/$/],
  // The log or its summary: both have this claim, with its verdict.
  ['1.09x slower', /^\/sources\/lumenize-(measurements|bottom-line)\/$/],
  ['bun faster', /^\/studies\/kkrpc-transports\/2026-02-05-benchmark-suite\/$|\/sources\/kkrpc/],
  ['add my library', /^\/outside\/$/],
  ['overhead', /^\/choose\/$/],
  ['memory leak', /^\/studies\/kkrpc-transports\/2026-11-22-memory\/$/],
  ['reconnect', /^\/studies\/failures\/$/],
  ['which library', /^\/choose\/$/],
  ['glossary', /^\/glossary\/$/],
  ['contribute', /^\/publish\/$/],
  // A word that one entry alone is about.
  ['suppressed', /^\/studies\/lumenize-vs-capnweb\/2025-10-20-debug-suppression\/$/],
];

test('a search finds the page that answers first', async ({ page }) => {
  await page.goto('/about/');
  await page.getByRole('button', { name: 'Search' }).click();
  const field = page.getByRole('searchbox').or(page.getByPlaceholder('Search')).first();
  const message = page.locator('dialog .pagefind-ui__message');
  const first = page.locator('dialog .pagefind-ui__result-link').first();
  for (const [query, address] of queries) {
    await field.fill(query);
    await expect(message).toContainText(`for ${query}`);
    const pathOf = async () =>
      new URL((await first.getAttribute('href')) ?? '', page.url()).pathname;
    await expect.poll(pathOf, { message: query }).toMatch(address);
  }
});
