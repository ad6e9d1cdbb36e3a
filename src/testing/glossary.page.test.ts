import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const PAGE = '/studies/lumenize-vs-capnweb/';
const term = (page: Page) => page.locator('main a.rt-term[href="/glossary/#durable-object"]');
const note = (page: Page) => page.locator('#term-durable-object');

test('a term says what it means under the pointer and with the focus, until Escape', async ({
  page,
}) => {
  await page.goto(PAGE);
  await expect(term(page)).toHaveCount(1);
  await expect(note(page)).toBeHidden();
  await term(page).hover();
  await expect(note(page)).toBeVisible();
  await note(page).hover();
  await expect(note(page)).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(note(page)).toBeHidden();
  await term(page).focus();
  await expect(note(page)).toBeVisible();
  await expect(term(page)).toHaveAccessibleDescription(/small server/);
  await page.keyboard.press('Escape');
  await expect(note(page)).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/glossary\/#durable-object$/);
  await expect(page.locator('#durable-object')).toBeInViewport();
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a tap opens the meaning, within the screen, and not the glossary', async ({ page }) => {
    await page.goto(PAGE);
    for (const each of await page.locator('main a.rt-term').all()) {
      await each.tap();
      const own = page.locator(`#${await each.getAttribute('aria-describedby')}`);
      await expect(own).toBeVisible();
      const box = await own.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    }
    await expect(page).toHaveURL(PAGE);
    await page.locator('.rt-term-note:popover-open a').tap();
    await expect(page).toHaveURL(/\/glossary\/#/);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a term leads to the glossary', async ({ page }) => {
    await page.goto(PAGE);
    await term(page).click();
    await expect(page).toHaveURL(/\/glossary\/#durable-object$/);
  });
});
