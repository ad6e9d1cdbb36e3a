/** A run with the page in headless Chromium as the client. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { conditions } from '../../libraries/systems/optional.ts';
import { say } from '../shared/args.ts';
import { RECORDS } from '../shared/checkout.ts';
import { launchChromium, needChromium } from '../shared/browser.ts';
import { driveLiveBench } from '../shared/live-bench-driver.ts';
import { type BenchPlace, openBench } from '../shared/bench.ts';
import { buildSite, startPages } from '../shared/pages.ts';
import { besidePages, findFreePair } from '../shared/ports.ts';
import { temporaryFolder } from '../shared/process-end.ts';
import { readRecordFile } from '../shared/files.ts';
import type { MeasureOptions } from './options.ts';
import { serveAll, workersOf } from './outside/folder.ts';
import type { Measured } from './node-run.ts';

type BrowserOptions = MeasureOptions & { where: BenchPlace };

/**
 * Takes a run in the page of this checkout, with a bench of its own where the study asks one, or in the
 * page that is served at the origin that was asked for.
 *
 * @throws Error when the page says that the run came to nothing; the signal's reason when it was
 *   stopped before a session was done
 */
export async function measureInBrowser(
  options: BrowserOptions,
  root: string,
  signal: AbortSignal,
): Promise<Measured> {
  const path = await needChromium();
  await using cleanUp = new AsyncDisposableStack();
  const { origin, bench } = await openPages(options, root, signal, cleanUp);
  signal.throwIfAborted();
  // Ctrl-C cancels the run in the page, and the browser is needed for what it leaves.
  const handled = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  const browser = await launchChromium(path, handled);
  cleanUp.defer(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  say('Measuring in Chromium …');
  const { file, words } = await driveLiveBench(page, origin, { ...options, bench }, signal);
  if (file === undefined) throw signal.reason;
  const record = await readRecordFile(file);
  if (record.kind !== 'measured') {
    throw new Error(`the record of the page: got ${record.kind}, expected measured`);
  }
  const lacking = options.arms?.filter((arm) => !record.plan.arms.includes(arm)) ?? [];
  if (lacking.length > 0) say(`The page has no ${lacking.join(', ')}: not measured.`);
  if (record.partial !== true) {
    const why = record.plan.rule === 'fixed' ? 'rounds' : 'time';
    return { record, end: { kind: 'complete', why } };
  }
  return { record, end: signal.aborted ? { kind: 'cancelled' } : { kind: 'lost', why: words } };
}

/** @returns the origin of the pages, and that of the bench if it is another */
async function openPages(
  { study, where, libraries }: BrowserOptions,
  root: string,
  signal: AbortSignal,
  cleanUp: AsyncDisposableStack,
): Promise<{ origin: string; bench?: string | undefined }> {
  const extraWorkers = workersOf(libraries);
  const port = await findFreePair();
  let bench: string | undefined;
  if (study.place !== 'page') {
    const opened = await openBench(root, where, { ...besidePages(port), extraWorkers });
    cleanUp.defer(() => opened.stop());
    if ('origin' in where) return { origin: where.origin };
    serveAll(libraries, opened.extraOrigins);
    bench = opened.origin;
  }
  const folder = await builtPages(libraries, root, signal, cleanUp);
  const pages = await startPages(folder, port);
  cleanUp.defer(() => pages.stop());
  return { origin: pages.origin, bench };
}

const INPUTS = ['src/**', 'content/**', 'public/**', '*.mjs', 'package-lock.json'];

/** The folder of built pages. The last build is used again if no file has changed and no library is built in. */
async function builtPages(
  libraries: MeasureOptions['libraries'],
  root: string,
  signal: AbortSignal,
  cleanUp: AsyncDisposableStack,
): Promise<string> {
  const within = join(root, '.local');
  // Pages have the optional packages that are installed.
  const hash = createHash('sha256').update(`${conditions.join()}\n`);
  const files = globSync(INPUTS, { cwd: root }).filter(
    (path) => !path.endsWith('.test.ts') && !path.startsWith(RECORDS),
  );
  for (const path of files.sort()) {
    hash.update(`${path} ${statSync(join(root, path)).mtimeMs}\n`);
  }
  const folder = join(within, `pages-${hash.digest('hex').slice(0, 16)}`);
  if (libraries.length === 0 && existsSync(folder)) return folder;
  const fresh = await temporaryFolder('site', within);
  cleanUp.use(fresh);
  say('Building the site …');
  const built = libraries.map(({ system, origin, bundles }) => ({
    system,
    origin: origin(),
    client: bundles?.browser ?? '',
  }));
  const own = { benchOrigin: '', siteUrl: 'http://localhost:8787', libraries: built };
  await buildSite(root, { ...own, outDir: fresh.path, signal });
  if (libraries.length > 0) return fresh.path;
  for (const old of globSync('pages-*', { cwd: within })) {
    await rm(join(within, old), { recursive: true, force: true });
  }
  await rename(fresh.path, folder);
  return folder;
}
