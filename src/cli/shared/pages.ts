/** The site as it is built, and served as it is deployed. */
import { join } from 'node:path';
import { type BuiltLibrary, OUTSIDE_LIBRARIES } from '../../site/integrations/settings.ts';
import { runToEnd } from './process-end.ts';
import { startWranglerDev, type WranglerDev } from './wrangler.ts';

/** The day since which the platform's asset server has behaved as configured here. */
const COMPATIBILITY_DATE = '2026-11-17';

/**
 * Serves built pages with the platform's own asset server, so that `_headers`, trailing slashes
 * and the 404 page behave as deployed.
 */
export function startPages(directory: string, port: number): Promise<WranglerDev> {
  const assets = { directory, not_found_handling: '404-page' };
  const config = { name: 'roundtrip-pages', compatibility_date: COMPATIBILITY_DATE, assets };
  return startWranglerDev(config, port);
}

interface SiteOptions {
  /** Origin of the bench; empty for that of the pages. */
  benchOrigin: string;
  /** Origin of the pages, which absolute addresses start with. */
  siteUrl: string;
  /** Libraries from outside that the pages are to measure. */
  libraries?: readonly BuiltLibrary[] | undefined;
  outDir: string;
  signal?: AbortSignal | undefined;
}

export async function buildSite(
  root: string,
  { benchOrigin, siteUrl, libraries = [], outDir, signal }: SiteOptions,
): Promise<void> {
  const astro = join(root, 'node_modules/.bin/astro');
  const { ok } = await runToEnd(astro, ['build', '--silent', '--outDir', outDir], {
    cwd: root,
    aloud: true,
    signal,
    env: {
      PUBLIC_BENCH_ORIGIN: benchOrigin,
      SITE_URL: siteUrl,
      [OUTSIDE_LIBRARIES]: libraries.length === 0 ? '' : JSON.stringify(libraries),
      ASTRO_TELEMETRY_DISABLED: '1',
      // A test runner names another, with which the build keeps nothing that it has read, and takes minutes.
      NODE_ENV: 'production',
      // The bundler’s allocator otherwise takes memory by 2 MiB at a time and keeps what it freed.
      MIMALLOC_ALLOW_THP: '0',
      MIMALLOC_PURGE_DELAY: '0',
      // A build holds 300 MB of objects. Without a limit Node lets more than that of garbage lie.
      NODE_OPTIONS: `--max-old-space-size=640 --max-semi-space-size=16 ${process.env['NODE_OPTIONS'] ?? ''}`,
    },
  });
  signal?.throwIfAborted();
  if (!ok) throw new Error('astro build: got an error, expected none; it says above what is wrong');
}
