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
  {
    within = 'html',
    all = false,
    rules,
  }: { within?: string; all?: boolean; rules?: string[] } = {},
): Promise<Violation[]> {
  const removed = await page.evaluateHandle(removeAlike);
  const axe = new AxeBuilder({ page }).include(within).options({ resultTypes: ['violations'] });
  const found = await (rules === undefined ? axe : axe.withRules(rules)).setLegacyMode().analyze();
  await removed.evaluate((each) => each.forEach(([mark, row]) => mark.replaceWith(row)));
  return found.violations
    .filter(({ impact }) => all || impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

/** Takes out the rows and folds of which every part is in two before them: axe would find the same there, and takes seconds for it. */
function removeAlike(): Array<[mark: Comment, row: Element]> {
  const seen = new Map<string, number>();
  const removed: Array<[Comment, Element]> = [];
  for (const row of document.querySelectorAll('tbody tr, .rt-answered details')) {
    const look = (each: Element) =>
      `${each.localName} ${each.getAttribute('class')} ${each.getAttribute('data-step')}`;
    const parts = new Set(
      [row, ...row.querySelectorAll('*')].map((each) =>
        each === row ? look(row) : `${look(each.parentElement!)} > ${look(each)}`,
      ),
    );
    const isKnown = [...parts].every((part) => (seen.get(part) ?? 0) >= 2);
    for (const part of parts) seen.set(part, (seen.get(part) ?? 0) + 1);
    if (!isKnown) continue;
    const mark = document.createComment('');
    row.replaceWith(mark);
    removed.push([mark, row]);
  }
  return removed;
}

/** Fails where a page is wider than its screen. */
export async function expectFits(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? NaN);
}
