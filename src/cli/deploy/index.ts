/** `npm run deploy`: builds the pages and deploys them with the bench, stamped with the commit. */
import { spawnSync } from 'node:child_process';
import { parseSiteUrl } from '../../integrations/origins.ts';
import { buildVars, readBuildInfo } from '../shared/build-info.ts';
import { buildSite } from '../shared/pages.ts';

try {
  process.exitCode = await deploy(process.cwd(), process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @returns wrangler's exit code */
async function deploy(root: string, flags: readonly string[]): Promise<number> {
  const siteUrl = parseSiteUrl(process.env['SITE_URL']);
  if (siteUrl === undefined) {
    // Feed, sitemap and images would otherwise lead to whoever reads them.
    throw new Error(
      'SITE_URL: got nothing, expected the origin the pages will have, such as ' +
        'SITE_URL=https://roundtrip.example.workers.dev npm run deploy',
    );
  }
  // Empty means the pages' own origin, unless the caller keeps pages and bench apart.
  await buildSite(root, { benchOrigin: process.env['PUBLIC_BENCH_ORIGIN'] ?? '', siteUrl });
  const vars = Object.entries({
    ...buildVars(await readBuildInfo(root)),
    // Pages that live elsewhere are admitted; those of the Worker itself always are.
    ALLOWED_ORIGINS: siteUrl,
  }).flatMap(([name, value]) => ['--var', `${name}:${value}`]);
  const { status } = spawnSync('wrangler', ['deploy', ...vars, ...flags], {
    cwd: root,
    stdio: 'inherit',
  });
  return status ?? 1;
}
