/** The search for a claim, wherever a page has it. */
import { violations } from './axe.ts';
import { builtPage } from './built-pages.ts';
import { expect, plainTest, test } from './fixtures.ts';

const PAGE = '/sources/';
/** Bytes of the whole list with its texts. */
const HEAVIEST = 25_000;

/** A text without the places where its words may break. */
const textOf = (element: Element | null): string =>
  (element?.textContent ?? '').replaceAll('\u00ad', '');

const queries: Array<[query: string, claim: string, source: string]> = [
  ['1.09x', '“Lumenize 1.09x slower”', 'lumenize-measurements'],
  ['bun faster', '“Bun consistently outperforms Node.js', 'kkrpc-journal'],
  ['67x slower', '“67x slower”', 'clgrpc-benchmarks'],
  ['30x', '30–35x slower', 'lumenize-call-delay'],
  ['within 9 %', '“within 9% of Cloudflare’s official solution”', 'lumenize-bottom-line'],
  ['websocket 4.8×', '“4.8x over WebSocket”', 'orpc-comparison'],
  ['why it hangs at 45', 'HANGS at 45/50 mark', 'lumenize-call-delay'],
];

test('a claim is found first by the words that readers have heard', async ({ page }) => {
  await page.goto(PAGE);
  const shown = page.locator('claim-search li:visible');
  const before = await shown.allTextContents();
  expect(before.length).toBeGreaterThan(3);
  expect(before.length).toBeLessThan(8);
  const field = page.getByRole('searchbox', { name: 'Find a claim' });
  const status = page.locator('claim-search').getByRole('status');
  for (const [query, claim, source] of queries) {
    await field.fill(query);
    await expect(shown.first()).toContainText(claim);
    await expect(shown.first().getByRole('link').first()).toHaveAttribute(
      'href',
      new RegExp(`^/sources/${source}/#known-\\d+$`),
    );
    await expect(status).toHaveText(/^\d+ claims? found$/);
  }
  await field.fill('quantum teleport');
  await expect(shown).toHaveCount(0);
  await expect(status).toHaveText('0 claims found');
  await expect(page.getByText('None of the best-known claims has')).toBeVisible();
  expect(await violations(page, { within: 'claim-search', all: true })).toEqual([]);
  await field.fill('');
  expect(await shown.allTextContents()).toEqual(before);
  await expect(status).toHaveText('');
});

test('every claim of the search has a row where its link leads, and the list is light', () => {
  const search = builtPage(PAGE).querySelector('claim-search');
  expect(Buffer.byteLength(search?.outerHTML ?? '')).toBeLessThan(HEAVIEST);
  const links = [...(search?.querySelectorAll('li a') ?? [])];
  expect(links.length).toBeGreaterThan(20);
  for (const link of links) {
    const [address = '', id = ''] = (link.getAttribute('href') ?? '').split('#');
    expect(textOf(builtPage(address).getElementById(id)), id).toContain(textOf(link));
  }
});

plainTest('without JavaScript the first claims stay, and there is no field', async ({ page }) => {
  await page.goto(PAGE);
  await expect(page.locator('claim-search li').first()).toBeVisible();
  await expect(page.locator('claim-search input')).toBeHidden();
  await expect(page.getByRole('link', { name: 'All claims, by document' })).toBeVisible();
});
