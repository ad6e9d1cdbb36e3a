import type { Page } from '@playwright/test';
import { probedSystems as systems } from './asked.ts';
import { expectFits, violations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { looks } from './all-cases.ts';

const rows = (page: Page) => page.locator('tr[data-probe]:visible');

/** What the first sentence counts: questions, and those that come out differently. */
async function counted(page: Page): Promise<{ of: number; differ: number }> {
  const text = await page.locator('.rt-lede').innerText();
  const [, of, differ] =
    /^Of (\d+) questions put to each library, (\d+) come out differently/.exec(text) ?? [];
  return { of: Number(of), differ: Number(differ) };
}

test('every question has the result of every library, named in words', async ({ page }) => {
  await page.goto('/capabilities/');
  const { of } = await counted(page);
  const texts = await page.locator('tr[data-probe] td[data-result]').allTextContents();
  expect(texts).toHaveLength(of * systems.length);
  for (const text of texts) expect(text).toMatch(/^\s*(pass|partly|fail|n\/a)\s*$/);
  const heads = page.locator('.rt-matrix').first().getByRole('columnheader');
  await expect(heads).toHaveCount(systems.length + 1);
  await expect(heads.filter({ hasText: 'Lumenize protocol' })).toHaveText(
    /Lumenize protocol, this site’s implementation/,
  );
});

test('a line for each library says what it lacks, and the run stands on the first screen', async ({
  page,
}) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/capabilities/');
    await expect(page.getByRole('button', { name: /^Run \d+ of them/ })).toBeInViewport({
      ratio: 1,
    });
  }
  const lines = page.locator('.rt-matrix-systems li');
  await expect(lines).toHaveCount(systems.length);
  for (const text of await lines.allInnerTexts()) expect(text).toContain(' lacks ');
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('a question opens by keyboard to what every library did', async ({ page }) => {
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await page.goto('/capabilities/');
        const row = page.locator('#probe-values-cycle');
        await row.locator('summary').focus();
        await page.keyboard.press('Enter');
        await expect(row).toContainText('Passes when: An object that holds itself');
        const words = await row.locator('td').allTextContents();
        for (const [at, system] of systems.entries()) {
          const line = page.locator(`#values-cycle--${system}`);
          await expect(line).toBeVisible();
          // Its name, in a word how it came out, and what was seen.
          await expect(line.locator('.rt-result')).toHaveText(words[at]?.trim() ?? '');
          await expect(line).toHaveText(/^\s*\S.*(pass|partly|fail|n\/a)\s+\S/);
        }
        await expectFits(page);
      }
    });

    test('the questions on which they differ have an address', async ({ page }) => {
      await page.goto('/capabilities/');
      const { of, differ } = await counted(page);
      await expect(rows(page)).toHaveCount(of);
      await page.getByRole('link', { name: `Only the ${differ} on which they differ` }).click();
      await expect(page).toHaveURL(/#differing$/);
      await expect(rows(page)).toHaveCount(differ);
      for (const row of await rows(page).all()) {
        expect(new Set(await row.locator('td').allTextContents()).size).toBeGreaterThan(1);
      }
      await page.getByRole('link', { name: `All ${of} questions` }).click();
      await expect(rows(page)).toHaveCount(of);
    });

    test('an anchor’s question, answer and subject are seen', async ({ page }) => {
      for (const [anchor, seen] of [
        ['probe-security-token-once', '#probe-security-token-once summary'],
        ['values-map', '#values-map p >> nth=0'],
        ['bundle-10-kb--capnweb', '#bundle-10-kb--capnweb'],
        ['group-errors', '#group-errors th >> nth=0'],
      ] as const) {
        await page.goto('/method/');
        await page.goto(`/capabilities/#${anchor}`);
        await expect(page.locator(seen)).toBeInViewport();
      }
    });
  });
}

test('the head stays in sight while its rows pass', async ({ page }) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/capabilities/');
    await rows(page).last().scrollIntoViewIfNeeded();
    const head = page.getByRole('columnheader', { name: 'Cap’n Web' }).last();
    await expect(head).toBeInViewport({ ratio: 1 });
  }
});

for (const { colorScheme, width } of looks) {
  test(`fits and has no violation that axe finds, ${colorScheme}, ${width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await page.goto('/capabilities/#values-map');
    await expect(page.locator('#values-map button')).toBeVisible();
    await page.locator('#clients summary').click();
    await expectFits(page);
    expect(await violations(page, { all: true })).toEqual([]);
  });
}
