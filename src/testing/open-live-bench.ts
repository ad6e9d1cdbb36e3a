import { expect, type Page } from '@playwright/test';
import { violations } from './axe.ts';
import { LiveBenchPage } from './live-bench.ts';

/** Fails when axe finds anything serious in the live bench. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violations(page, { within: 'live-bench' })).toEqual([]);
}

/**
 * Takes the workers away, so that the run happens on the page: what Playwright puts in the place
 * of the page's sockets and of its clock does not reach into a worker.
 */
export async function withoutWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'Worker');
  });
}

/** What a page translator does: every text inside a button gets elements of its own. */
export async function translateButtons(page: Page): Promise<void> {
  await page.locator('main button').evaluateAll((buttons) => {
    for (const button of buttons) {
      const font = document.createElement('font');
      font.append(...button.childNodes);
      button.append(font);
    }
  });
}

/** Opens the page of the study or another, and waits for its Run. */
export async function openLiveBench(page: Page, path?: string): Promise<LiveBenchPage> {
  const live = new LiveBenchPage(page);
  await live.open(path);
  return live;
}
