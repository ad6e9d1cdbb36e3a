import type { Page } from '@playwright/test';
import { askedIn } from './asked.ts';
import { expectFits, violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { looks } from './nightly.ts';

const rows = (page: Page) => page.locator('tr[data-probe]:visible');
const cell = (page: Page, probe: string, system: string) =>
  page.locator(`tr[data-probe="${probe}"] td[data-system="${system}"]`);

async function open(page: Page, address = ''): Promise<void> {
  await page.goto(`/capabilities/${address}`);
  await expect(page.locator('capability-matrix:defined')).toBeAttached();
}

/** What the first sentence counts: questions, and those that come out differently. */
async function counted(page: Page): Promise<{ of: number; differ: number }> {
  const text = await page.locator('.rt-lede').innerText();
  const [, of, differ] =
    /^Of (\d+) questions put to each RPC system, (\d+) come out differently/.exec(text) ?? [];
  return { of: Number(of), differ: Number(differ) };
}

test('every question has the results of two systems, and names them in words', async ({ page }) => {
  await open(page);
  const { of } = await counted(page);
  const texts = await page.locator('td[data-result]').allTextContents();
  expect(texts).toHaveLength(of * 2);
  for (const text of texts) expect(text).toMatch(/^\s*(pass|partly|fail|n\/a)\s*$/);
});

test('what every system answered is one tap away, and is what comparing them shows', async ({
  page,
}) => {
  await open(page, '?compare=trpc,fetch-json');
  const row = rows(page).first();
  const compared = await row.locator('td').allInnerTexts();
  await row.getByRole('rowheader').getByRole('link').click();
  const line = (system: string) => page.getByRole('dialog').locator(`dl [data-system="${system}"]`);
  await expect(line('trpc').locator('.rt-result')).toHaveText(compared[0] ?? '');
  await expect(line('fetch-json').locator('.rt-result')).toHaveText(compared[1] ?? '');
  for (const system of askedIn('bench')) await expect(line(system)).toBeVisible();
});

test('the differences alone stand open, and each fold counts its own', async ({ page }) => {
  await open(page);
  const { of, differ } = await counted(page);
  await expect(rows(page)).toHaveCount(differ);
  await expect(page.getByText(`The same for both: ${of - differ} of ${of}`)).toBeVisible();
  for (const row of await rows(page).all()) {
    const results = await row.locator('td').allTextContents();
    expect(new Set(results).size).toBe(2);
  }
  const fold = page.locator('#group-errors');
  await expect(fold.locator('summary')).toHaveText(/Errors\s+2 of 9 differ/);
  await fold.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(fold.locator('tr[data-probe]:visible')).toHaveCount(7);
});

test('any two systems can be compared, which the address remembers', async ({ page }) => {
  await open(page);
  const before = await counted(page);
  await page.getByLabel('Compare').selectOption('kkrpc');
  await expect(page.locator('.rt-lede')).toContainText('for kkrpc and Cap’n Web');
  const { differ } = await counted(page);
  expect(differ).not.toBe(before.differ);
  await expect(rows(page)).toHaveCount(differ);
  const heads = page.locator('table:visible').first().getByRole('columnheader');
  await expect(heads).toHaveText(['Question', /⬢\s*kkrpc/, /◆\s*Cap’n Web/]);
  await expect(page).toHaveURL(/\?compare=kkrpc,capnweb$/);
  await page.reload();
  await expect(rows(page)).toHaveCount(differ);
  await page.getByLabel('with').selectOption('kkrpc');
  await expect(page).toHaveURL(/\?compare=capnweb,kkrpc$/);
  await expect(rows(page)).toHaveCount(differ);
});

test('an address that names no two systems is told which there are', async ({ page }) => {
  await open(page, '?compare=capnweb,grpc');
  await expect(page.getByText('got "capnweb,grpc", expected two of ')).toBeVisible();
  await expect(rows(page)).toHaveCount((await counted(page)).differ);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('an anchor’s question is seen, in a fold or not', async ({ page }) => {
      for (const probe of ['values-json', 'security-types', 'security-token-once']) {
        await page.goto('/method/');
        await page.goto(`/capabilities/#probe-${probe}`);
        await expect(page.locator(`#probe-${probe} a`).first()).toBeInViewport();
      }
    });

    test('a narrow screen has every question without scrolling sideways', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/capabilities/');
      await expect(rows(page).first().locator('td:visible')).toHaveCount(2);
      await expect(page.getByLabel('Compare')).toBeVisible({ visible: javaScriptEnabled });
      await page.locator('#group-values summary').click();
      await page.locator('#clients summary').click();
      await expectFits(page);
      await page.goto('/capabilities/security/');
      await expectFits(page);
    });
  });
}

test('a group’s anchor opens the group', async ({ page }) => {
  await open(page, '#group-values');
  await expect(page.locator('#probe-values-json')).toBeVisible();
});

test('the head stays in sight while its rows pass', async ({ page }) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await open(page);
    await rows(page).last().scrollIntoViewIfNeeded();
    const head = page.getByRole('columnheader', { name: 'Cap’n Web' }).first();
    await expect(head).toBeInViewport({ ratio: 1 });
  }
});

test('arrow keys move between cells, and Enter opens one with its code', async ({ page }) => {
  await open(page);
  const link = (probe: string, system: string) => cell(page, probe, system).getByRole('link');
  await link('values-map', 'lumenize').focus();
  await page.keyboard.press('ArrowRight');
  await expect(link('values-map', 'capnweb')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(link('values-set', 'capnweb')).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Does a Set arrive as a Set?' })).toBeVisible();
  const code = dialog.locator('details[open] pre');
  await expect(code).toContainText('echoed(kit');
  // Its styles have come with the page, and not with the section.
  await expect(code).toHaveCSS('overflow-x', 'auto');
  await expect(dialog).toContainText(/Recorded on \d{4}-\d\d-\d\d with .*capnweb \d/);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(page.locator('#group-values summary')).toBeFocused();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('what every system answered and the code are a link away', async ({ page }) => {
    await page.goto('/capabilities/');
    await cell(page, 'values-cycle', 'capnweb').getByRole('link').click();
    await expect(page).toHaveURL(/\/capabilities\/values\/#values-cycle--capnweb$/);
    const section = page.locator('#values-cycle');
    await expect(section.locator('dl > div')).toHaveCount(askedIn('bench').length);
    for (const system of askedIn('bench')) {
      const line = section.locator(`[data-system="${system}"]`);
      // Its mark and its name, in a word how it came out, and what happened.
      await expect(line.locator('dt')).toHaveText(/^[^\w\s]\s*\w/);
      await expect(line.locator('dd').first()).toHaveText(/^(pass|partly|fail|n\/a)$/);
      await expect(line.locator('dd').last()).toHaveText(/\S/);
    }
    await section.locator('summary').first().click();
    await expect(section.locator('code').first()).toContainText('ring()');
  });
});

for (const { colorScheme, width } of looks) {
  test(`has no violation that axe finds, ${colorScheme}, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await open(page, '#group-values');
    await page.locator('#clients summary').click();
    expect(await violations(page, { all: true })).toEqual([]);
  });
}
