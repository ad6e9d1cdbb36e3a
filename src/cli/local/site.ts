import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * Builds the pages for a bench at `benchOrigin`, into `dist/` unless told otherwise.
 *
 * @throws Error when the build fails; what it says goes to stderr.
 */
export async function buildSite(
  root: string,
  benchOrigin: string,
  outDir: string = join(root, 'dist'),
): Promise<void> {
  const astro = join(root, 'node_modules/.bin/astro');
  const child = spawn(astro, ['build', '--silent', '--outDir', outDir], {
    cwd: root,
    stdio: ['ignore', process.stderr, process.stderr],
    env: { ...process.env, PUBLIC_BENCH_ORIGIN: benchOrigin, ASTRO_TELEMETRY_DISABLED: '1' },
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`astro build: got exit code ${code}, expected 0`);
}
