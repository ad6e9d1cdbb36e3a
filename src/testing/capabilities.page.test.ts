import type { Page } from '@playwright/test';
import { probedSystems as systems } from './asked.ts';
import { expectFits, violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { looks } from './all-cases.ts';

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

test('every question has the result of every system, named in words', async ({ page }) => {
  await open(page);
  const { of } = await counted(page);
  const cells = page.locator('tr[data-probe] td[data-result]');
  const texts = await cells.allTextContents();
  expect(texts).toHaveLength(of * systems.length);
  for (const text of texts) expect(text).toMatch(/^\s*(pass|partly|fail|n\/a)\s*$/);
  const heads = page.locator('.rt-matrix').first().getByRole('columnheader');
  await expect(heads).toHaveCount(systems.length + 1);
  await expect(heads.filter({ hasText: 'Lumenize protocol' })).toHaveText(
    /Lumenize protocol, this site’s implementation/,
  );
});

test('a line for each system says what it lacks, and the run stands on the first screen', async ({
  page,
}) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await open(page);
    await expect(page.getByRole('button', { name: /^Run \d+ of them/ })).toBeInViewport({
      ratio: 1,
    });
  }
  const lines = page.locator('.rt-matrix-systems li');
  await expect(lines).toHaveCount(systems.length);
  for (const text of await lines.allInnerTexts()) expect(text).toContain(' lacks ');
});

test('what every system answered is one tap away, and is what the row shows', async ({ page }) => {
  await open(page, '?compare=trpc,fetch-json');
  const row = rows(page).first();
  const compared = await row.locator('td:visible').allInnerTexts();
  await row.getByRole('rowheader').getByRole('link').click();
  const line = (system: string) => page.getByRole('dialog').locator(`dl [data-system="${system}"]`);
  await expect(line('trpc').locator('.rt-result')).toHaveText(compared[0] ?? '');
  await expect(line('fetch-json').locator('.rt-result')).toHaveText(compared[1] ?? '');
  for (const system of systems) await expect(line(system)).toBeVisible();
});

test('some systems can be compared, which the address remembers', async ({ page }) => {
  await open(page);
  const before = await counted(page);
  for (const system of systems) {
    if (system !== 'kkrpc' && system !== 'capnweb') {
      await page.locator(`input[value="${system}"]`).uncheck();
    }
  }
  await expect(page.locator('.rt-lede')).toContainText('for Cap’n Web and kkrpc.');
  const { differ } = await counted(page);
  expect(differ).toBeLessThan(before.differ);
  const heads = page.locator('.rt-matrix').first().getByRole('columnheader');
  await expect(heads).toHaveText(['Values', /◆\s*Cap’n Web/, /⬢\s*kkrpc/]);
  await expect(page.getByLabel('kkrpc')).toBeDisabled();
  await expect(page).toHaveURL(/\?compare=capnweb,kkrpc$/);
  await page.reload();
  await expect(page.locator('.rt-lede')).toContainText('for Cap’n Web and kkrpc.');
  await page.getByRole('link', { name: `Only the ${differ} on which they differ` }).click();
  await expect(rows(page)).toHaveCount(differ);
  await page.locator('input[value="trpc"]').check();
  await expect(page).toHaveURL(/\?compare=capnweb,kkrpc,trpc#differing$/);
  await expect(rows(page)).toHaveCount((await counted(page)).differ);
});

test('an address that names no two systems is told which there are', async ({ page }) => {
  await open(page, '?compare=capnweb,grpc');
  await expect(page.getByText('got "capnweb,grpc", expected two or more of ')).toBeVisible();
  await expect(rows(page)).toHaveCount((await counted(page)).of);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('the questions on which they differ have an address', async ({ page }) => {
      await page.goto('/capabilities/');
      const { of, differ } = await counted(page);
      await expect(rows(page)).toHaveCount(of);
      await page.getByRole('link', { name: `Only the ${differ} on which they differ` }).click();
      await expect(page).toHaveURL(/#differing$/);
      await expect(rows(page)).toHaveCount(differ);
      await page.reload();
      await expect(rows(page)).toHaveCount(differ);
      for (const row of await rows(page).all()) {
        expect(new Set(await row.locator('td').allTextContents()).size).toBeGreaterThan(1);
      }
      await page.getByRole('link', { name: `All ${of} questions` }).click();
      await expect(rows(page)).toHaveCount(of);
    });

    test('an anchor’s question is seen', async ({ page }) => {
      for (const probe of ['values-json', 'security-types', 'security-token-once']) {
        await page.goto('/method/');
        await page.goto(`/capabilities/#probe-${probe}`);
        await expect(page.locator(`#probe-${probe} a`).first()).toBeInViewport();
      }
    });

    test('a narrow screen has every question without scrolling sideways', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/capabilities/');
      await expect(rows(page).first().locator('td:visible')).toHaveCount(systems.length);
      await expect(page.getByLabel('kkrpc')).toBeVisible({ visible: javaScriptEnabled });
      await page.locator('#clients summary').click();
      await expectFits(page);
      await page.goto('/capabilities/security/');
      await expectFits(page);
    });
  });
}

test('a group’s anchor shows the group', async ({ page }) => {
  await open(page, '#group-values');
  await expect(page.locator('#probe-values-json')).toBeInViewport();
});

test('the head stays in sight while its rows pass', async ({ page }) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await open(page);
    await rows(page).last().scrollIntoViewIfNeeded();
    const head = page.getByRole('columnheader', { name: 'Cap’n Web' }).last();
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
  // Its styles have come with the section, and not with the page.
  await expect(code).toHaveCSS('overflow-x', 'auto');
  await expect(dialog).toContainText(/Recorded on \d{4}-\d\d-\d\d with .*capnweb \d/);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(link('values-set', 'capnweb')).toBeFocused();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('what every system answered and the code are a link away', async ({ page }) => {
    await page.goto('/capabilities/');
    await cell(page, 'values-cycle', 'capnweb').getByRole('link').click();
    await expect(page).toHaveURL(/\/capabilities\/values\/#values-cycle--capnweb$/);
    const section = page.locator('#values-cycle');
    await expect(section.locator('dl > div')).toHaveCount(systems.length);
    for (const system of systems) {
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
    await open(page, '#differing');
    await page.locator('#clients summary').click();
    expect(await violations(page, { all: true })).toEqual([]);
  });
}
