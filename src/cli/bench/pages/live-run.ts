/** How a page fares while its live bench runs. */
import { launchChromium } from '../../shared/browser.ts';
import { LiveBenchDriver } from '../../shared/live-bench-driver.ts';

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
    const cancel = new AbortController();
    const run = (await LiveBenchDriver.ready(page)).watch(cancel.signal);
    // Turns are taken once any part of the run is done.
    await run.reaches(Number.MIN_VALUE);
    const startedAt = await page.evaluate(() => performance.now());
    await run.reaches(SHARE);
    const cancelledAt = await page.evaluate(() => performance.now());
    cancel.abort();
    await run.over;
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

/** A field of Event Timing that the DOM's types lack. */
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
