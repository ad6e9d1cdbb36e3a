/** A page's live bench: pressed and waited for, and how the page fares meanwhile. */
import type { Page } from '@playwright/test';
import { launchChromium } from '../../shared/browser.ts';

/** How the page's own thread fared during a run, in ms, on this machine as it is. */
export interface RunWatched {
  /** The longest task while turns were taken; null when none took 50 ms, from where they are told. */
  longestTaskMs: number | null;
  /** From the press on Cancel to the next paint, in steps of 8; null when below 16. */
  interactionMs: number | null;
}

/** So much of the run is watched before Cancel is pressed. */
const SHARE = 0.3;

/** A phone's screen: the drawings are below each other. */
const VIEWPORT = { width: 390, height: 844 };

/**
 * Runs the live bench of a page, and cancels it, in a fresh Chromium.
 *
 * @throws Error when the run does not begin or ends by itself
 */
export async function watchRun(url: string): Promise<RunWatched> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: VIEWPORT });
    await page.addInitScript(observe);
    await page.goto(url);
    await pressRun(page);
    await untilRunning(page, 0);
    const startedAt = await page.evaluate(() => performance.now());
    await untilRunning(page, SHARE);
    const cancelledAt = await page.evaluate(() => performance.now());
    await page.locator('live-bench [data-part="cancel"]').click();
    await untilState(page, ['done', 'idle']);
    const seen = await page.evaluate(seenByNow);
    const longest = (found: readonly Span[]) =>
      found.reduce<number | null>((most, { duration }) => Math.max(most ?? 0, duration), null);
    return {
      longestTaskMs: longest(
        seen.tasks.filter(({ start }) => start >= startedAt && start < cancelledAt),
      ),
      interactionMs: longest(seen.interactions.filter(({ start }) => start >= cancelledAt)),
    };
  } finally {
    await browser.close();
  }
}

/** A stretch of the page's own time, in ms. */
interface Span {
  start: number;
  duration: number;
}
type Seen = Record<'tasks' | 'interactions', Span[]>;

/** What Event Timing has and the DOM's types lack. */
interface Interaction extends PerformanceEntry {
  /** 0 where an event is no interaction. */
  interactionId: number;
}

/** Runs in the page, before its own scripts. It names no function: tsx would call a helper for it. */
function observe(): void {
  const seen: Seen = { tasks: [], interactions: [] };
  new PerformanceObserver((list) => {
    for (const { startTime: start, duration } of list.getEntries()) {
      seen.tasks.push({ start, duration });
    }
  }).observe({ type: 'longtask' });
  const events = { type: 'event', durationThreshold: 16 };
  new PerformanceObserver((list) => {
    for (const {
      startTime: start,
      duration,
      interactionId,
    } of list.getEntries() as Interaction[]) {
      if (interactionId > 0) seen.interactions.push({ start, duration });
    }
  }).observe(events);
  Reflect.set(window, 'roundtripSeen', seen);
}

/** Runs in the page: what was seen, once the next paint and its report are over. */
async function seenByNow(): Promise<Seen> {
  for (let frames = 0; frames < 3; frames += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return Reflect.get(window, 'roundtripSeen') as Seen;
}

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
