/** `npm run deploy`: builds the pages and deploys them with the bench, stamped with the commit. */
import { spawnSync } from 'node:child_process';
import { parseSiteUrl } from '../../integrations/origins.ts';
import { allowedOrigins } from '../shared/allowed-origins.ts';
import { orReport } from '../shared/args.ts';
import { buildVars } from '../shared/build-info.ts';
import { buildSite } from '../shared/pages.ts';

await orReport(async () => {
  const root = process.cwd();
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
  // Pages that live elsewhere are admitted; those of the Worker itself always are.
  const vars = Object.entries({
    ...(await buildVars(root)),
    ALLOWED_ORIGINS: allowedOrigins(siteUrl).join(' '),
  });
  const flags = vars.flatMap(([name, value]) => ['--var', `${name}:${value}`]);
  const { status } = spawnSync('wrangler', ['deploy', ...flags, ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  });
  return status ?? 1;
});
