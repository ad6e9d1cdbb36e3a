/** The site as it is built, and served as it is deployed. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuiltContestant, CONTESTANTS } from '../../integrations/contestants.ts';
import { runToEnd, temporaryFolder } from './clean-up.ts';
import { startWranglerDev } from './wrangler.ts';

export interface Pages {
  origin: string;
  stop(): Promise<void>;
}

/** The day since which the platform's asset server has behaved as configured here. */
const COMPATIBILITY_DATE = '2026-11-17';

/**
 * Serves built pages with the platform's own asset server, so that `_headers`, trailing slashes
 * and the 404 page behave as deployed.
 *
 * @param directory Absolute path of the built site.
 */
export async function startPages(directory: string, port: number): Promise<Pages> {
  const scratch = await temporaryFolder('roundtrip-pages');
  const config = join(scratch.path, 'wrangler.json');
  const text = JSON.stringify({
    name: 'roundtrip-pages',
    compatibility_date: COMPATIBILITY_DATE,
    assets: { directory, not_found_handling: '404-page' },
  });
  await writeFile(config, text);
  return startWranglerDev({ config, port, scratch });
}

export interface SiteOptions {
  /** Origin of the bench; empty for that of the pages. */
  benchOrigin: string;
  /** Origin of the pages, which absolute addresses start with. */
  siteUrl: string;
  /** Contestants from outside that the pages are to measure. */
  contestants?: readonly BuiltContestant[] | undefined;
  /** Where the pages go; `dist/` unless given. */
  outDir?: string;
  /** Ends the build. */
  signal?: AbortSignal | undefined;
}

/**
 * Builds the pages.
 *
 * @throws Error when the build fails; what it says goes to stderr.
 */
export async function buildSite(
  root: string,
  { benchOrigin, siteUrl, contestants = [], outDir = join(root, 'dist'), signal }: SiteOptions,
): Promise<void> {
  const astro = join(root, 'node_modules/.bin/astro');
  const { ok } = await runToEnd(astro, ['build', '--silent', '--outDir', outDir], {
    cwd: root,
    aloud: true,
    ...(signal && { signal }),
    env: {
      PUBLIC_BENCH_ORIGIN: benchOrigin,
      SITE_URL: siteUrl,
      [CONTESTANTS]: contestants.length === 0 ? '' : JSON.stringify(contestants),
      ASTRO_TELEMETRY_DISABLED: '1',
    },
  });
  signal?.throwIfAborted();
  if (!ok) throw new Error('astro build: got an error, expected none; it says above what is wrong');
}

/** Pages that were built for one purpose. To stop them deletes their folder. */
export interface BuiltPages extends Pages {
  /** Absolute path of the built site. */
  directory: string;
}

/**
 * Builds the pages into a folder of their own and serves them.
 *
 * @throws Error when the build fails
 */
export async function buildAndServe(
  root: string,
  {
    port,
    ...options
  }: { port: number } & Pick<SiteOptions, 'benchOrigin' | 'contestants' | 'signal'>,
): Promise<BuiltPages> {
  const { path: directory, remove } = await temporaryFolder('site', join(root, '.local'));
  try {
    const siteUrl = `http://localhost:${port}`;
    await buildSite(root, { ...options, siteUrl, outDir: directory });
    const pages = await startPages(directory, port);
    const stop = () => pages.stop().finally(remove);
    return { origin: pages.origin, directory, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}
