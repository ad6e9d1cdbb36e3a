/** `npm run deploy`: puts pages and bench out as one Worker, checked, and takes them back when they fail. */
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseBenchOrigin, parseSiteUrl } from '../../integrations/settings.ts';
import {
  EXIT_FAILURE,
  listOf,
  refuseFlags,
  runCommand,
  UsageError,
  wholeNumber,
} from '../shared/args.ts';
import { temporaryFolder, untilInterrupted } from '../shared/process-end.ts';
import { readBuildInfo } from '../shared/checkout.ts';
import { checkDeployment } from '../shared/checks/index.ts';
import { buildSite } from '../shared/pages.ts';
import { allowedOrigins, takePorts } from '../shared/ports.ts';
import { startWranglerDev } from '../shared/wrangler.ts';
import { cloudflare } from './cloudflare.ts';
import { run as comment } from './comment/index.ts';
import { dryRun, dryRunText, rehearsed } from './dry-run.ts';
import { readConfig, stage, stageOlder } from './stage.ts';
import {
  bundlePreview,
  deletePreview,
  previewName,
  putOutPreview,
  stagePreview,
} from './preview.ts';
import { release, type Release, releaseText } from './release.ts';

/** Names the version that was put out last, which a test of the next migration needs. */
const RELEASED = 'content/released.json';

interface Options {
  siteUrl: string | undefined;
  /** Pages that are built already; undefined to build them. */
  dist: string | undefined;
  json: boolean;
}

const say = (text: string) => void process.stderr.write(`${text}\n`);

/** The variables that tell the Worker of its build. */
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
  if (!process.env['PUBLIC_OPERATOR']) {
    say('PUBLIC_OPERATOR: got nothing, so that /about/ will name nobody who answers for the site.');
  }
  const dist = join(root, 'dist');
  await buildSite(root, { benchOrigin, siteUrl, outDir: dist });
  await using staged = await stage(root, { commit, dist, vars });
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

/** Bundles a preview of a pull request: the half that runs the code of whoever opened it. */
async function bundle(root: string, number: number, folder: string, { siteUrl, dist }: Options) {
  const address = siteUrl ?? `https://${previewName(number)}.example`;
  const { commit, dirty, vars } = await setUp(root, address);
  const pages = resolve(dist ?? join(root, 'dist'));
  if (dist === undefined) {
    process.env['PUBLIC_PREVIEW'] = String(number);
    await buildSite(root, { benchOrigin: '', siteUrl: address, outDir: pages });
  }
  await using staged = await stage(root, { commit, dist: pages, vars });
  await bundlePreview(staged, { dirty, builtAt: vars.BUILT_AT }, resolve(folder));
  say(`${folder} holds the preview. To look at it: npm run deploy -- --serve ${folder}`);
  return 0;
}

/** Puts a bundle out, which is data here: the half that has secrets. */
async function putOut(root: string, number: number, folder: string, json: boolean) {
  await using staged = await stagePreview(root, folder);
  const address = await putOutPreview(root, staged, number);
  // Of a preview it is asked whether it answers, not whether it is good: that is the reviewer’s.
  const target = { pages: address, bench: address };
  const checks = await checkDeployment(target, { commit: staged.commit, storage: false }, say);
  print(json, { address, checks }, () => address);
  return 0;
}

async function serve(root: string, folder: string) {
  const { port, pages } = await takePorts();
  const staged = await stagePreview(root, folder);
  const scratch = await temporaryFolder('roundtrip-preview');
  const interrupted = untilInterrupted();
  const serving = await startWranglerDev({ config: staged.configFile, port, scratch });
  console.log(`Preview: ${pages}\nCtrl-C stops it.`);
  await interrupted;
  await serving.stop();
  await staged.remove();
  return 0;
}

function print<Value>(json: boolean, value: Value, textOf: (value: Value) => string): void {
  console.log(json ? JSON.stringify(value, undefined, 2) : textOf(value));
}

export function run(argv: readonly string[] = process.argv.slice(2)): Promise<void> {
  if (argv.includes('--comment')) return comment(argv.filter((each) => each !== '--comment'));
  return runCommand(
    {
      usage: [
        'SITE_URL=https://… npm run deploy -- [flags]',
        'npm run deploy -- --dry-run [--dist <folder>] [--json]',
        'npm run deploy -- --preview <number> --bundle <folder> | --from <folder> | --delete',
        'npm run deploy -- --serve <folder>',
        'npm run deploy -- --comment --base <revision> --head <revision>',
      ],
      about: `Builds pages and Workers of this commit and puts them out as one Worker of Cloudflare's, with the
origin SITE_URL. A new version is checked before it has traffic, and again with it; when a check fails,
the version before keeps or gets back all traffic. A version with new Durable Object migrations has
traffic at once, because the platform knows no other way; the code before is made ready first.
--dry-run does the same with a platform on this machine, versions made to fail included.
A preview of a pull request is bundled where no secret is, and put out elsewhere; --serve shows one here.`,
      flags: {
        'dry-run': { help: 'put nothing out: rehearse on local workerd; needs no account' },
        dist: {
          value: '<folder>',
          help: 'with --dry-run or --bundle, pages that are built already',
        },
        only: { value: '<a,b>', help: `with --dry-run, which of ${rehearsed.join(', ')} (all)` },
        quick: { help: 'do not wait until objects that the check wrote are emptied, ten minutes' },
        preview: {
          value: '<number>',
          help: 'the preview of a pull request, with one of the next three',
        },
        bundle: { value: '<folder>', help: 'build it into a new folder; needs no account' },
        from: { value: '<folder>', help: 'put out what --bundle made, and print its address' },
        delete: { help: 'delete it, its storage too' },
        serve: { value: '<folder>', help: 'serve what --bundle made on this machine, at PORT' },
        comment: { help: 'what differs between two revisions; with --help its own flags' },
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
      if (values.serve !== undefined) return serve(root, values.serve);
      if (values.preview !== undefined) {
        const number = wholeNumber('--preview', values.preview, 1, 10_000_000);
        const { bundle: into, from } = values;
        const given = [into, from, values.delete || undefined].filter((each) => each !== undefined);
        if (given.length !== 1) {
          throw new UsageError(
            `--preview: got ${given.length} of --bundle, --from and --delete, expected one`,
          );
        }
        if (into !== undefined) return bundle(root, number, into, options);
        if (from !== undefined) return putOut(root, number, from, json);
        await deletePreview(root, number);
        return 0;
      }
      refuseFlags(values, ['dist'], 'without --dry-run, expected both: a deploy builds');
      return deploy(root, { ...options, storage: !quick });
    },
    argv,
  );
}

if (import.meta.main) await run();
