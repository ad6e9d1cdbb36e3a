/** A page's live bench, pressed and waited for. */
import type { Page } from '@playwright/test';

/** Presses Run once the page's own script has enabled it. */
export async function pressRun(page: Page): Promise<void> {
  await page.locator('live-bench [data-part="run"]:enabled').click();
}

/** Waits until turns are taken and the bar stands at a share or beyond. */
export async function untilRunning(page: Page, share: number): Promise<void> {
  await untilState(page, ['running']);
  await page.waitForFunction((least) => {
    const bar = document.querySelector<HTMLProgressElement>('live-bench progress');
    return (bar?.value ?? 0) >= least;
  }, share);
}

/** What its element says of itself: `idle`, `running`, `done` … */
export async function stateOf(page: Page): Promise<string | null> {
  return page.locator('live-bench').getAttribute('data-state');
}

/** Waits for a state of the live bench. @throws Error when it comes to its end in another one */
export async function untilState(page: Page, expected: readonly string[]): Promise<void> {
  const state = await page.waitForFunction(
    (wanted) => {
      const now = document.querySelector('live-bench')?.getAttribute('data-state') ?? '';
      return [...wanted, 'failed', 'done'].includes(now) ? now : undefined;
    },
    expected,
    { timeout: 120_000 },
  );
  const got = await state.jsonValue();
  if (got !== undefined && expected.includes(got)) return;
  const said = await page.locator('live-bench [data-slot="status"]').first().textContent();
  throw new Error(`live bench: got ${got} (${said?.trim()}), expected ${expected.join(' or ')}`);
}
