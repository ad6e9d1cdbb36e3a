/** `npm run deploy`: builds the pages and deploys them with the bench, stamped with the commit. */
import { spawnSync } from 'node:child_process';
import { buildVars, readBuildInfo } from './local/build-info.ts';
import { buildSite } from './local/site.ts';

const root = process.cwd();
// Empty means the pages' own origin, unless the caller keeps pages and bench apart.
await buildSite(root, process.env['PUBLIC_BENCH_ORIGIN'] ?? '');
const site = process.env['SITE_URL'];
const vars = Object.entries({
  ...buildVars(await readBuildInfo(root)),
  // Pages that live elsewhere are admitted; those of the Worker itself always are.
  ...(site === undefined ? {} : { ALLOWED_ORIGINS: new URL(site).origin }),
}).flatMap(([name, value]) => ['--var', `${name}:${value}`]);
const { status } = spawnSync('wrangler', ['deploy', ...vars, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
