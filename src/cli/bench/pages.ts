/**
 * `npm run bench -- pages`: what a page of each kind weighs and how Lighthouse judges it, and how
 * the page's own thread fares while a run goes on; or pictures of them, as readers see them.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { inlineScripts } from '../../integrations/headers.ts';
import { listOf, refuseFlags, runCommand, wholeNumber } from '../shared/args.ts';
import { startBench } from '../shared/bench.ts';
import { launchChromium, needChromium } from '../shared/browser.ts';
import { LiveBenchDriver } from '../shared/live-bench-driver.ts';
import { type Pages, type Site, startSite } from '../shared/pages.ts';
import { findFreePair } from '../shared/ports.ts';
import {
  audit,
  type Audited,
  type Loaded,
  type PageFigures,
  pagesText,
  type RunWatched,
  summaryOf,
} from './pages/audit.ts';
import { findTemplates, shoot, type Shot, shotsText, templateNames } from './pages/shoot.ts';

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

/** A page of text with search and a table of contents, and no script but Starlight's own. */
const BARE = '/method/';
/** Where pictures go unless another folder is named. */
const FOLDER = '.local/screenshots';

export const run = (argv: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['npm run bench -- pages [flags]'],
      about: `Builds and serves the site and loads a page of each kind in a fresh Chromium as Lighthouse's phone.
Reports the median of Lighthouse's scores, cumulative layout shift, total blocking time, kB of 1000
transferred before anything is pressed (compressed, headers included), how much of that is JavaScript
besides Starlight's own, which is what ${BARE} loads, and every check that fails. On a page with
a live bench, also the longest task and the interaction to next paint of a press on Cancel in a run.
"machine" is Lighthouse's index of how fast the machine was: performance and blocking depend on it.
With --screenshots takes pictures instead, at 390, 768 and 1280 px, in light and dark, whole and as one
screen; of a page with a live bench idle, running, done and failed. Lists the files with the height of
the page, and by how much it moves sideways, in px.`,
      flags: {
        pages: { value: '<a,b>', help: `which of ${templateNames.join(', ')} (all)` },
        runs: { value: '<number>', help: 'loads of each page, 1 to 100 (3)' },
        screenshots: { help: 'pictures of each page, in place of figures' },
        out: { value: '<folder>', help: `with --screenshots, where they go (${FOLDER})` },
        json: { help: 'one JSON document on stdout instead of the tables' },
      },
    },
    async ({ values }) => {
      const runs = wholeNumber('--runs', values.runs ?? '3', 1, 100);
      const wanted =
        values.pages === undefined ? undefined : listOf('--pages', values.pages, templateNames);
      const both = 'without --screenshots, expected both';
      refuseFlags(values, values.screenshots ? [] : ['out'], both);
      await needChromium();
      const root = process.cwd();
      const port = await findFreePair();
      const site = await startSite({
        ...{ root, port, bench: (listening) => startBench({ root, ...listening }) },
      });
      try {
        if (values.screenshots) {
          const folder = resolve(values.out ?? FOLDER);
          const shots = await shootAll(site, wanted, folder);
          console.log(values.json ? JSON.stringify({ folder, shots }) : shotsText(folder, shots));
          return 0;
        }
        const pages = await lookAt(site, wanted, runs);
        console.log(
          values.json ? JSON.stringify({ runs, bare: BARE, pages }) : pagesText(pages, runs, BARE),
        );
        return 0;
      } finally {
        await site.stop();
      }
    },
    argv,
  );

async function shootAll(
  { directory, origin, bench }: Site<Pages>,
  wanted: readonly string[] | undefined,
  into: string,
): Promise<Shot[]> {
  await mkdir(into, { recursive: true });
  const shots: Shot[] = [];
  for (const template of await findTemplates(directory, wanted)) {
    process.stderr.write(`${template.name} …\n`);
    shots.push(...(await shoot({ origin, benchOrigin: bench.origin }, template, into)));
  }
  return shots;
}

async function lookAt(
  { origin, directory }: Site<Pages>,
  wanted: readonly string[] | undefined,
  runs: number,
): Promise<PageFigures[]> {
  const templates = await findTemplates(directory, wanted);
  const inlineOf = async (path: string) =>
    inlineScripts(await readFile(join(directory, path, 'index.html'), 'utf8'));
  process.stderr.write(`${BARE} for Starlight's own scripts …\n`);
  const { requests } = await audit(origin + BARE);
  const bare: Loaded = { requests, inline: await inlineOf(BARE) };
  const tried = new Map<string, PromiseSettledResult<Audited>[]>();
  // In turn, so that a busy moment of the machine does not meet one page alone.
  for (let load = 1; load <= runs; load += 1) {
    for (const { name, path } of templates) {
      process.stderr.write(`${name}: load ${load} of ${runs} …\n`);
      const [result] = await Promise.allSettled([audit(origin + path)]);
      tried.set(name, [...(tried.get(name) ?? []), result]);
    }
  }
  const found: PageFigures[] = [];
  for (const { name, path, runs: hasBench } of templates) {
    const page = { page: name, path, inline: await inlineOf(path) };
    const figures = summaryOf(page, tried.get(name) ?? [], bare);
    if (hasBench) process.stderr.write(`${name}: a run of its bench …\n`);
    found.push(hasBench ? { ...figures, run: await watchRun(origin + path) } : figures);
  }
  return found;
}
