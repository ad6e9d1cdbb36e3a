import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuiltContestant, CONTESTANTS } from '../../integrations/settings.ts';
import { startAsDeployed } from './as-deployed.ts';
import { deleteWithThis, endWithThis } from './keeper.ts';

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
  const scratch = await mkdtemp(join(tmpdir(), 'roundtrip-pages-'));
  deleteWithThis(scratch);
  const config = join(scratch, 'wrangler.json');
  const main = join(scratch, 'worker.js');
  // Without a Worker of its own wrangler would take the folder of this process for the project’s, and
  // leave its temporary files there. This one does what the deployed one does with what is no file.
  await writeFile(
    main,
    'export default { fetch: (request, { ASSETS }) => ASSETS.fetch(request) };',
  );
  await writeFile(
    config,
    JSON.stringify({
      name: 'roundtrip-pages',
      compatibility_date: COMPATIBILITY_DATE,
      main,
      assets: { directory, binding: 'ASSETS', not_found_handling: '404-page' },
    }),
  );
  const worker = await startAsDeployed(config, port, { scratch, persist: false });
  return {
    origin: `http://localhost:${port}`,
    stop: () => worker.stop().finally(() => rm(scratch, { recursive: true, force: true })),
  };
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
  const child = spawn(astro, ['build', '--silent', '--outDir', outDir], {
    cwd: root,
    stdio: ['ignore', process.stderr, process.stderr],
    signal,
    env: {
      ...process.env,
      PUBLIC_BENCH_ORIGIN: benchOrigin,
      SITE_URL: siteUrl,
      [CONTESTANTS]: contestants.length === 0 ? '' : JSON.stringify(contestants),
      ASTRO_TELEMETRY_DISABLED: '1',
    },
  });
  const release = child.pid === undefined ? undefined : endWithThis(child.pid);
  const [code] = (await once(child, 'close').finally(release)) as [number | null];
  if (code !== 0) throw new Error(`astro build: got exit code ${code}, expected 0`);
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
  const scratch = join(root, '.local');
  await mkdir(scratch, { recursive: true });
  const directory = await mkdtemp(join(scratch, 'site-'));
  deleteWithThis(directory);
  const remove = () => rm(directory, { recursive: true, force: true });
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
