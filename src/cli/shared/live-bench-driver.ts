/** `<live-bench>` of the lab, driven as a reader drives it. */
import type { Locator, Page } from '@playwright/test';
import type { Length } from '../../core/plan/index.ts';
import { labAddress } from '../../site/live-bench/query.ts';

/** A run as it is asked of the page; workloads and arms are the page’s own where they are undefined. */
export interface PageRun {
  study: { id: string };
  workloads: readonly string[] | undefined;
  arms: readonly string[] | undefined;
  /** Arm that ratios are stated against; the study’s where it is undefined. */
  reference?: string | undefined;
  length: Length | undefined;
  seed: number;
  /** Origin of the bench, if that is not the pages’ own. */
  bench?: string | undefined;
}

/** States of the element in which a run is over. */
const OVER = ['done', 'failed', 'idle'];

/**
 * Opens the lab with the plan in its address, presses Run and waits until the run is over, or presses
 * Cancel when the signal is aborted, and presses Download.
 *
 * @returns path of the record, which a run that was stopped before a session was done has not, and the page’s words on it
 * @throws Error with the page’s words for a run that came to nothing
 */
export async function driveLiveBench(
  page: Page,
  origin: string,
  { study, workloads, arms, reference, length, seed, bench }: PageRun,
  signal: AbortSignal,
): Promise<{ file?: string; words: string }> {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  const query = labAddress({
    study: study.id,
    length,
    seed,
    workloads: workloads ? [...workloads] : undefined,
    arms: arms ? [...arms] : undefined,
    reference,
    origin: bench,
  });
  const address = `${origin}${query}`;
  const response = await page.goto(address);
  if (response?.ok() !== true) {
    throw new Error(`${address}: got HTTP ${response?.status()}, expected the lab`);
  }
  // The lab has one for each study, and shows one of them.
  const element = page.locator('live-bench').filter({ visible: true });
  const part = (name: string) => element.locator(`[data-part="${name}"]`);
  // Served disabled; enabled by the element's own script.
  await part('run').and(page.locator(':enabled')).waitFor();
  const over = stateAtEnd(element);
  // If the page is lost before Run is pressed, the click fails first.
  over.catch(() => undefined);
  await part('run').click();
  // The button is gone once the run is over.
  const cancel = () =>
    void part('cancel')
      .click()
      .catch(() => undefined);
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const state = await over.finally(() => signal.removeEventListener('abort', cancel));
  const wordsOf = async (slot: string) =>
    (await element.locator(`[data-slot="${slot}"]`).first().textContent())?.trim() ?? '';
  const words = (await Promise.all(['who', 'told'].map(wordsOf))).filter(Boolean).join(' ');
  if (state === 'idle' && signal.aborted) return { words };
  if (state !== 'done') throw new Error(`the page: ${[words, ...problems].join(' ')}`);
  const downloading = page.waitForEvent('download');
  await part('download').click();
  return { file: await (await downloading).path(), words };
}

/** Resolves once the run that is about to begin is over; rejects when the page is lost. */
function stateAtEnd(element: Locator): Promise<string> {
  // The page reports its end: polling would disturb what is timed.
  return element.evaluate(
    (shown, over) =>
      new Promise<string>((resolve) => {
        // No function here has a name: tsx would call a helper for it that the page has not.
        let begun = !over.includes(shown.getAttribute('data-state') ?? '');
        const observer = new MutationObserver(() => {
          const state = shown.getAttribute('data-state') ?? '';
          begun ||= !over.includes(state);
          if (begun && over.includes(state)) resolve(state);
        });
        observer.observe(shown, { attributes: true, attributeFilter: ['data-state'] });
      }),
    OVER,
  );
}
