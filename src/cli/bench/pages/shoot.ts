import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { columns } from '../../../report/table.ts';
import { launchChromium } from '../../shared/browser.ts';
import { LiveBenchDriver } from '../../shared/live-bench-driver.ts';

const STUDY = 'lumenize-vs-capnweb';
const paths = {
  home: '/',
  study: `/studies/${STUDY}/`,
  entry: `/studies/${STUDY}/*/`,
  systems: '/systems/',
  capabilities: '/capabilities/',
  errata: '/errata/',
  network: '/network/',
  lab: '/lab/',
  method: '/method/',
} as const;

export const templateNames = Object.keys(paths) as ReadonlyArray<keyof typeof paths>;

/** A page that stands for all of its kind. */
interface Template {
  name: string;
  /** `/studies/`, with both slashes. */
  path: string;
  /** Whether it holds a live bench. */
  runs: boolean;
}

/**
 * The templates that were built. Of entries the newest of the study.
 *
 * @param directory a built site
 * @param wanted names of templates; all when absent
 * @throws Error when one that is wanted by name was not built
 */
export async function findTemplates(
  directory: string,
  wanted?: readonly string[],
): Promise<Template[]> {
  const found: Template[] = [];
  for (const name of templateNames.filter((each) => wanted?.includes(each) ?? true)) {
    const path = name === 'entry' ? await newestEntry(directory) : paths[name];
    const file = join(directory, path, 'index.html');
    if (existsSync(file)) {
      found.push({ name, path, runs: (await readFile(file, 'utf8')).includes('<live-bench') });
    } else if (wanted !== undefined) {
      throw new Error(`--pages: got "${name}", expected a page that the site has`);
    } else process.stderr.write(`${name}: the site has no such page, it is left out\n`);
  }
  return found;
}

async function newestEntry(directory: string): Promise<string> {
  const text = await readFile(join(directory, 'api/entries.json'), 'utf8');
  // Newest first.
  const { entries } = JSON.parse(text) as { entries: { id: string; study: string }[] };
  const newest = entries.find(({ study }) => study === STUDY);
  if (newest === undefined) throw new Error(`entries: got none of ${STUDY}, expected one`);
  return `/studies/${newest.id}/`;
}

const VIEWPORTS = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
] as const;
const SCHEMES = ['light', 'dark'] as const;

/** So much of a run is done when it is shown running: enough for its drawings to hold something. */
const SHARE = 0.2;

/** A picture of a page. Lengths are in CSS px. */
export interface Shot {
  /** Name of the file in the folder that was asked for. */
  file: string;
  page: string;
  /** `reading`, or the state of the page's live bench. */
  state: string;
  width: number;
  scheme: (typeof SCHEMES)[number];
  /** Whether all of the page is in it, or what its screen shows first. */
  full: boolean;
  pageHeight: number;
  /** By how much the page can be moved sideways, which should be 0. */
  sideways: number;
}

/**
 * Takes pictures of a page at every width, in light and dark, whole and as one screen. Of a page
 * with a live bench in each of its states; there the screen starts where the bench does, but for
 * the idle one. Of a failed one, nothing that the page asks the bench is answered.
 *
 * @param into an existing folder
 */
export async function shoot(
  site: { origin: string; benchOrigin: string },
  template: Template,
  into: string,
): Promise<Shot[]> {
  const browser = await launchChromium();
  const { signal } = new AbortController();
  try {
    const shots: Shot[] = [];
    for (const viewport of VIEWPORTS) {
      const open = () => openPage(browser, site.origin + template.path, viewport);
      const take = async (page: Page, state: string, top?: string) =>
        shots.push(...(await takeBoth(page, { page: template.name, state, into, top })));
      const page = await open();
      await take(page, template.runs ? 'idle' : 'reading');
      if (template.runs) {
        const run = (await LiveBenchDriver.ready(page)).watch(signal);
        await run.reaches(SHARE);
        await take(page, 'running', 'live-bench');
        await take(page, await run.over, 'live-bench');
        const failing = await open();
        await failing.route(`${site.benchOrigin}/**`, (route) => route.abort());
        const failed = (await LiveBenchDriver.ready(failing)).watch(signal);
        await take(failing, await failed.over, 'live-bench');
        await failing.close();
      }
      await page.close();
    }
    return shots;
  } finally {
    await browser.close();
  }
}

/** The files of a folder, a line each. */
export function shotsText(folder: string, shots: readonly Shot[]): string {
  const rows = shots.map(({ file, ...lengths }) => [
    file,
    ...[lengths.pageHeight, lengths.sideways].map(String),
  ]);
  return [`In ${folder}:`, ...columns(['file', 'page height', 'sideways'], rows)].join('\n');
}

async function openPage(
  browser: Browser,
  url: string,
  viewport: (typeof VIEWPORTS)[number],
): Promise<Page> {
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
  await page.goto(url);
  await page.evaluate(() => document.fonts.ready);
  return page;
}

/** @param top selector of what the screen starts with; the page's own start when absent */
async function takeBoth(
  page: Page,
  shown: { page: string; state: string; into: string; top: string | undefined },
): Promise<Shot[]> {
  const width = page.viewportSize()?.width ?? 0;
  const shots: Shot[] = [];
  for (const scheme of SCHEMES) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const full of [false, true]) {
      await showTop(page, full ? undefined : shown.top);
      const parts = [shown.page, shown.state, width, scheme, full ? 'full' : 'screen'];
      const file = `${parts.join('-')}.png`;
      await page.screenshot({
        path: join(shown.into, file),
        fullPage: full,
        // What is far from the screen would be blank.
        ...(full && { style: '* { content-visibility: visible !important }' }),
      });
      const size = await page.evaluate(() => {
        const { scrollHeight, scrollWidth, clientWidth } = document.documentElement;
        return { pageHeight: scrollHeight, sideways: scrollWidth - clientWidth };
      });
      shots.push({ file, page: shown.page, state: shown.state, width, scheme, full, ...size });
    }
  }
  return shots;
}

async function showTop(page: Page, top: string | undefined): Promise<void> {
  await page.evaluate((selector) => {
    if (selector === undefined) scrollTo({ top: 0, behavior: 'instant' });
    else document.querySelector(selector)?.scrollIntoView({ behavior: 'instant' });
  }, top);
}
