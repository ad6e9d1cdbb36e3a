import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** What a build of the pages is for. */
export interface SiteOptions {
  /** Origin of the bench; empty for that of the pages. */
  benchOrigin: string;
  /** Origin of the pages, which absolute addresses start with. */
  siteUrl: string;
  /** Where the pages go; `dist/` unless given. */
  outDir?: string;
}

/**
 * Builds the pages.
 *
 * @throws Error when the build fails; what it says goes to stderr.
 */
export async function buildSite(
  root: string,
  { benchOrigin, siteUrl, outDir = join(root, 'dist') }: SiteOptions,
): Promise<void> {
  const astro = join(root, 'node_modules/.bin/astro');
  const child = spawn(astro, ['build', '--silent', '--outDir', outDir], {
    cwd: root,
    stdio: ['ignore', process.stderr, process.stderr],
    env: {
      ...process.env,
      PUBLIC_BENCH_ORIGIN: benchOrigin,
      SITE_URL: siteUrl,
      ASTRO_TELEMETRY_DISABLED: '1',
    },
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`astro build: got exit code ${code}, expected 0`);
}
