import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
  // Nothing here needs the outside, and its absence is no reason for a warning.
  process.env['CLOUDFLARE_CF_FETCH_ENABLED'] ??= 'false';
  process.env['WRANGLER_SEND_METRICS'] ??= 'false';
  process.env['WRANGLER_LOG'] ??= 'error';
  // Loading wrangler takes a second, which only those who serve pages should wait.
  const { unstable_startWorker: startWorker } = await import('wrangler');
  const scratch = await mkdtemp(join(tmpdir(), 'roundtrip-pages-'));
  const config = join(scratch, 'wrangler.json');
  await writeFile(
    config,
    JSON.stringify({
      name: 'roundtrip-pages',
      compatibility_date: COMPATIBILITY_DATE,
      assets: { directory, not_found_handling: '404-page' },
    }),
  );
  const worker = await startWorker({
    config,
    dev: {
      server: { hostname: 'localhost', port },
      inspector: false,
      logLevel: 'error',
      watch: false,
      persist: false,
    },
  });
  await worker.ready;
  return {
    origin: `http://localhost:${port}`,
    async stop() {
      await worker.dispose();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}
