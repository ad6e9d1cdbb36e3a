/** `npm run deploy`: puts pages and bench out as one Worker, checked, and takes them back when they fail. */
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseBenchOrigin, parseSiteUrl } from '../../integrations/origins.ts';
import { allowedOrigins } from '../shared/allowed-origins.ts';
import { EXIT_FAILURE, listOf, runCommand, UsageError } from '../shared/args.ts';
import { readBuildInfo } from '../shared/build-info.ts';
import { buildSite } from '../shared/pages.ts';
import { cloudflare } from './cloudflare.ts';
import { dryRun, rehearsed } from './dry-run.ts';
import { stageOlder } from './older.ts';
import { release, type Release } from './release.ts';
import { dryRunText, releaseText } from './report.ts';
import { readConfig, stage } from './stage.ts';

/** What was put out last, as a test of the next migration needs to know. */
const RELEASED = 'content/released.json';

interface Options {
  siteUrl: string | undefined;
  /** Pages that are built already; undefined to build them. */
  dist: string | undefined;
  json: boolean;
}

const say = (text: string) => void process.stderr.write(`${text}\n`);

/** What the Worker is told of its build. */
async function setUp(root: string, siteUrl: string) {
  const { commit, dirty, builtAt } = await readBuildInfo(root);
  const benchOrigin = parseBenchOrigin(process.env['PUBLIC_BENCH_ORIGIN']) ?? '';
  const vars = {
    COMMIT: commit,
    DIRTY: String(dirty),
    BUILT_AT: builtAt,
    // Pages that live elsewhere are admitted; those of the Worker itself always are.
    ALLOWED_ORIGINS: allowedOrigins(siteUrl).join(' '),
  };
  return { commit, dirty, benchOrigin, siteUrl, vars };
}

async function deploy(root: string, { siteUrl, json, storage }: Options & { storage: boolean }) {
  if (siteUrl === undefined) {
    // Feed, sitemap and images would otherwise lead to whoever reads them.
    throw new Error(
      'SITE_URL: got nothing, expected the origin the pages will have, such as ' +
        'SITE_URL=https://roundtrip.example.workers.dev npm run deploy',
    );
  }
  const setup = await setUp(root, siteUrl);
  const { commit, dirty, benchOrigin, vars } = setup;
  if (dirty || commit === '') {
    const got = dirty ? 'changes that are not committed' : 'no commit';
    throw new Error(`work tree: got ${got}, expected a commit that whoever asks can read`);
  }
  const dist = join(root, 'dist');
  await buildSite(root, { benchOrigin, siteUrl, outDir: dist });
  const staged = await stage(root, { commit, dist, vars });
  try {
    const { name } = await readConfig(root);
    const target = { pages: siteUrl, bench: benchOrigin === '' ? siteUrl : benchOrigin };
    const platform = cloudflare(target, String(name), staged.configFile);
    const done = await release(platform, staged, {
      storage,
      older: (before, newer) => stageOlder(root, before, newer, setup),
      say,
    });
    if (done.outcome === 'released') await writeReleased(root, done, siteUrl);
    print(json, done, releaseText);
    return done.outcome === 'released' ? 0 : EXIT_FAILURE;
  } finally {
    await staged.remove();
  }
}

async function writeReleased(root: string, { commit, version }: Release, origin: string) {
  const at = new Date().toISOString();
  const text = JSON.stringify({ commit, version, origin, at }, undefined, 2);
  await writeFile(join(root, RELEASED), `${text}\n`);
  say(`${RELEASED} names what is out now: commit it.`);
}

async function rehearse(
  root: string,
  { siteUrl = 'http://localhost:8787', dist, json, only }: Options & { only?: readonly string[] },
) {
  const { commit, dirty, benchOrigin, vars } = await setUp(root, siteUrl);
  if (dirty) say('The work tree differs from its commit: a deploy would refuse it.');
  const pages = resolve(dist ?? join(root, 'dist'));
  if (dist === undefined) await buildSite(root, { benchOrigin, siteUrl, outDir: pages });
  const done = await dryRun(root, { commit, dist: pages, vars }, say, only);
  print(json, { dirty, ...done }, dryRunText);
  return done.ok ? 0 : EXIT_FAILURE;
}

function print<Value>(json: boolean, value: Value, textOf: (value: Value) => string): void {
  console.log(json ? JSON.stringify(value, undefined, 2) : textOf(value));
}

await runCommand(
  {
    usage: [
      'SITE_URL=https://… npm run deploy -- [flags]',
      'npm run deploy -- --dry-run [--dist <folder>] [--json]',
    ],
    about: `Builds pages and Workers of this commit and puts them out as one Worker of Cloudflare's, with the
origin SITE_URL. A new version is checked before it has traffic, and again with it; when a check fails,
the version before keeps or gets back all traffic. A version with new Durable Object migrations has
traffic at once, because the platform knows no other way; the code before is made ready first.
--dry-run does the same with a platform on this machine, versions made to fail included.`,
    flags: {
      'dry-run': { help: 'put nothing out: rehearse on local workerd; needs no account' },
      dist: { value: '<folder>', help: 'with --dry-run, pages that are built already' },
      only: { value: '<a,b>', help: `with --dry-run, which of ${rehearsed.join(', ')} (all)` },
      quick: { help: 'do not wait until objects that the check wrote are emptied, ten minutes' },
      json: { help: 'one JSON document on stdout instead of the text' },
    },
  },
  async ({ values }) => {
    const { dist, json, quick } = values;
    const root = process.cwd();
    const options = { siteUrl: parseSiteUrl(process.env['SITE_URL']), dist, json };
    if (values['dry-run']) {
      const { only } = values;
      const parts = only === undefined ? {} : { only: listOf('--only', only, rehearsed) };
      return rehearse(root, { ...options, ...parts });
    }
    if (dist !== undefined) {
      throw new UsageError(
        `--dist: got "${dist}" without --dry-run, expected both: a deploy builds`,
      );
    }
    return deploy(root, { ...options, storage: !quick });
  },
);
