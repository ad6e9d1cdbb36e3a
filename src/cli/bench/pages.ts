/**
 * `npm run bench -- pages`: what a page of each kind weighs and how Lighthouse judges it, and how
 * the page's own thread fares while a run goes on; or pictures of them, as readers see them.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { inlineScripts } from '../../integrations/headers.ts';
import { listOf, refuseFlags, runCommand, wholeNumber } from '../shared/args.ts';
import { startBench } from '../shared/bench.ts';
import { needChromium } from '../shared/browser.ts';
import { type Pages, type Site, startSite } from '../shared/pages.ts';
import { findFreePair } from '../shared/ports.ts';
import {
  audit,
  type Audited,
  type Loaded,
  type PageFigures,
  pagesText,
  summaryOf,
} from './pages/audit.ts';
import { findTemplates, shoot, type Shot, shotsText, templateNames } from './pages/shoot.ts';
import { watchRun } from './pages/live-run.ts';

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
