import { type Page, test as builtTest } from '@playwright/test';
import { builtPage } from './built-pages.ts';
import { expect, test } from './fixtures.ts';

const shown = (page: Page) => page.locator('.rt-choose-panel:visible tr[data-row]:visible');
const ids = (page: Page) =>
  shown(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row') ?? ''));

async function open(page: Page, address = 'workers/'): Promise<void> {
  await page.goto(`/choose/${address}`);
  await expect(page.locator('choose-tables:defined')).toBeAttached();
}

test('rows can be sorted by another operation, and the address remembers', async ({ page }) => {
  await open(page);
  const before = await ids(page);
  await page.getByLabel('Sort by').selectOption('Chain of three');
  await expect(page).toHaveURL(/\?sort=time_chain$/);
  const sorted = await ids(page);
  expect(sorted).not.toEqual(before);
  expect(sorted.toSorted()).toEqual(before.toSorted());
  await page.reload();
  await expect(page.getByLabel('Sort by')).toHaveValue('time_chain');
  expect(await ids(page)).toEqual(sorted);
});

test('a filter leaves what can do it; where none does both, the page says so', async ({ page }) => {
  await open(page);
  const before = await ids(page);
  await page.getByLabel('Functions').check();
  await expect(page).toHaveURL(/\?needs=functions$/);
  const left = await ids(page);
  expect(left).toContain('kkrpc-2/json');
  expect(left.length).toBeLessThan(before.length);
  const run = page.getByRole('link', { name: 'Run these from your browser' });
  await expect(run).toHaveAttribute('href', /arms=.*kkrpc/);
  await expect(run).not.toHaveAttribute('href', /orpc/);
  await page.getByLabel('Hibernates').check();
  await expect(page.getByText('No library does both.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page).toHaveURL(/\/choose\/workers\/$/);
  await expect.poll(() => ids(page)).toEqual(before);
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

test('the first screen of home has the sentence, the switches and the head of the table', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  for (const name of ['Plain WebSocket', 'kkrpc']) {
    const row = page.getByRole('row', { name: new RegExp(`^\\W*${name}`) }).locator('visible=true');
    await expect(row.first()).toBeInViewport();
  }
  await expect(page.getByText('takes one round trip')).toBeInViewport();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every question is a link, and its tables and switches work', async ({ page }) => {
    await page.goto('/choose/');
    await page
      .getByRole('main')
      .getByRole('link', { name: /From a browser or Node.js/ })
      .click();
    await expect(shown(page).first()).toContainText(/\d\.\d/);
    const near = await shown(page).first().innerText();
    await page.getByRole('radio', { name: 'Node.js' }).check();
    expect(await shown(page).first().innerText()).not.toBe(near);
    await expect(page.getByLabel('Functions')).toBeHidden();
  });
});
