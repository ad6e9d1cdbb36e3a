/** What is looked at: the site, built and served with a bench of its own, and a page of each kind. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startBench } from '../../shared/bench.ts';
import { buildAndServe } from '../../shared/pages.ts';
import { findFreePair } from '../../shared/ports.ts';
import { needChromium } from '../../shared/browser.ts';

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
export interface Template {
  name: string;
  /** `/studies/`, with both slashes. */
  path: string;
  /** Whether it holds a live bench. */
  runs: boolean;
}

export interface Site extends AsyncDisposable {
  origin: string;
  benchOrigin: string;
  /** Absolute path of the built pages. */
  directory: string;
}

/** Builds the site of the checkout at `root` and serves it with a bench beside it, once a browser is here. */
export async function startSite(root: string): Promise<Site> {
  await needChromium();
  await using cleanUp = new AsyncDisposableStack();
  const port = await findFreePair();
  const origin = `http://localhost:${port}`;
  process.stderr.write('Building the site …\n');
  const bench = await startBench({ root, port: port + 1, allowedOrigins: [origin] });
  cleanUp.defer(() => bench.stop());
  const pages = await buildAndServe(root, { port, benchOrigin: bench.origin });
  cleanUp.defer(() => pages.stop());
  const { directory } = pages;
  const all = cleanUp.move();
  const stop = () => all.disposeAsync();
  return { origin, benchOrigin: bench.origin, directory, [Symbol.asyncDispose]: stop };
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
