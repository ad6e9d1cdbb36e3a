import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What axe finds wrong: the rule and the elements that break it. */
export type Violation = [rule: string, elements: string[]];

/**
 * What axe finds wrong on a page, or below a selector, and calls at least serious unless all is
 * asked for. Other results are not written out, and no second page takes them, as axe would for
 * frames of other origins: both take longer than the rules themselves.
 */
export async function violations(
  page: Page,
  { within = 'html', all = false }: { within?: string; all?: boolean } = {},
): Promise<Violation[]> {
  await page.evaluate(removeAlike);
  const found = await new AxeBuilder({ page })
    .include(within)
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  return found.violations
    .filter(({ impact }) => all || impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

/** Removes rows and folds that look as two before them do: axe would find the same there, and takes seconds for it. */
function removeAlike(): void {
  const seen = new Map<string, number>();
  for (const row of document.querySelectorAll('tbody tr, .rt-answered details')) {
    const all = [row, ...row.querySelectorAll('*')];
    const look = all
      .map((each) => `${each.localName} ${each.className} ${each.getAttribute('data-step')}`)
      .join();
    const before = seen.get(look) ?? 0;
    seen.set(look, before + 1);
    if (before >= 2) row.remove();
  }
}

/** Fails where a page is wider than its screen. */
export async function expectFits(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? NaN);
}
