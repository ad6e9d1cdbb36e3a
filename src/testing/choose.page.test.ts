import { type Page, test as builtTest } from '@playwright/test';
import { builtPage } from './built-pages.ts';
import { expect, plainTest, test } from './fixtures.ts';

const shown = (page: Page) => page.locator('.rt-choose tr[data-row]');
const ids = (page: Page) =>
  shown(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row') ?? ''));
const recommended = (page: Page) => page.getByRole('main').getByRole('status');

async function open(page: Page, address = 'workers/'): Promise<void> {
  await page.goto(`/choose/${address}`);
  await expect(page.locator('choose-tables:defined')).toBeAttached();
}

test('needs, operation and distance change recommendation, table and link to run, and the address keeps them', async ({
  page,
}) => {
  await open(page);
  await expect(recommended(page)).toContainText('Choose what you need.');
  const before = await ids(page);
  await page.getByLabel('Pipelining').check();
  await expect(recommended(page)).toContainText('Cap’n Web does this.');
  await page.getByLabel('Hibernates').check();
  // Of its configurations only the one over HTTP meets both.
  await expect(recommended(page)).toContainText('Cap’n Web, HTTP batch. One write, same machine:');
  await expect(recommended(page)).toContainText(/Lumenize RPC\. It does both, but its authors/);
  await page.getByRole('radio', { name: '25\u202fms' }).check();
  await page.getByLabel('Operation').selectOption('Chain of three');
  await expect(recommended(page)).toContainText('Chain of three, 25\u202fms round trip: ');
  const run = page.getByRole('link', { name: 'Run on your connection' });
  await expect(run).toHaveAttribute('href', /workloads=chain&arms=.*capnweb\/http-batch/);
  const chosen = [await recommended(page).innerText(), await ids(page)];
  expect(chosen[1]).not.toEqual(before);

  const { search } = new URL(page.url());
  expect(search).toBe('?needs=chains,hibernation&network=25&operation=chain');
  await page.reload();
  await expect(page.getByLabel('Hibernates')).toBeChecked();
  expect([await recommended(page).innerText(), await ids(page)]).toEqual(chosen);
  await page.goto('/about/');
  await page.goBack();
  await expect.poll(() => ids(page)).toEqual(chosen[1]);
});

test('what was not tested meets no need; what misses more is a switch away', async ({ page }) => {
  await open(page, 'workers/?needs=hibernation,reconnects');
  await expect(recommended(page)).toContainText('No maintained library does both.');
  const row = page.locator('[data-row="orpc/http-batch"]');
  await expect(row).toContainText('not tested: Reconnects');
  const group = page.locator('tbody', { has: row }).locator('.rt-group');
  await expect(group).toContainText('One of two, over HTTP compared with plain fetch');
  await expect(page.locator('[data-row="kkrpc-2/json"]')).toHaveCount(0);
  await page.getByLabel(/^Show \w+ that miss(es)? more: .*kkrpc 2\.1/).check();
  await expect(page.locator('[data-row="kkrpc-2/json"]')).toContainText('misses: ');
  await expect(page).toHaveURL(/all=yes$/);
});

test('a keyboard opens a row, one at a time', async ({ page }) => {
  await open(page);
  const rowOf = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  const factsOf = (name: string) => rowOf(name).locator('xpath=following-sibling::tr[1]');
  await rowOf('Hono RPC').locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(factsOf('Hono RPC')).toBeVisible();
  await expect(factsOf('Hono RPC')).toContainText(/p50 .*p95 /);
  await rowOf('kkrpc 2.1').locator('summary').focus();
  await page.keyboard.press('Space');
  await expect(factsOf('kkrpc 2.1')).toContainText('Avoid if');
  await expect(factsOf('Hono RPC')).toBeHidden();
});

test('the page of a phone is at most six screens, with a row open', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await page.locator('.rt-choose summary').nth(4).click();
  await expect(page.locator('.rt-opened').nth(4)).toBeVisible();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height / 844).toBeLessThan(6);
});

builtTest(
  'home and the list of studies have the same cards, each with one number and two bars',
  () => {
    const [home = [], list] = ['/', '/studies/'].map((path) => {
      const cards = [...builtPage(path).querySelectorAll('.rt-card')];
      return cards.map((card) => ({
        question: card.querySelector('a')?.textContent,
        answer: card.querySelector('p')?.textContent,
        number: card.querySelector('strong')?.textContent,
        bars: [...card.querySelectorAll('dd')].map((bar) => bar.textContent),
      }));
    });
    expect(home).toHaveLength(6);
    expect(home).toEqual(list);
    for (const { question, number, bars } of home) {
      expect(question).toMatch(/\?$/);
      expect(number).toMatch(/\d/);
      expect(bars).toEqual(Array(2).fill(expect.stringMatching(/\d\sms$/)));
    }
  },
);

test('the first screen of home has the sentence and the head of the table', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  for (const name of ['Plain WebSocket', 'kkrpc']) {
    const row = page.getByRole('row', { name: new RegExp(`^\\W*${name}`) }).locator('visible=true');
    await expect(row.first()).toBeInViewport();
  }
  await expect(page.getByText('A plain WebSocket is fastest.')).toBeInViewport();
});

plainTest('without JavaScript every question is a link to a table', async ({ page }) => {
  await page.goto('/choose/');
  await page
    .getByRole('main')
    .getByRole('link', { name: /From a browser or Node.js/ })
    .click();
  await expect(recommended(page)).toContainText('Choose what you need.');
  await expect(shown(page).nth(3)).toContainText(/\d\.\d/);
  await expect(page.getByLabel('Pipelining')).toBeHidden();
  await expect(page.getByRole('radio', { name: 'Node.js' })).toBeHidden();
  await page.locator('.rt-choose summary').first().click();
  await expect(page.locator('.rt-opened').first()).toBeVisible();
});
