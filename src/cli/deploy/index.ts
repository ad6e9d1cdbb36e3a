/** `npm run deploy`: puts pages and bench out as one Worker, checked, and rolls them back when they fail. */
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseBenchOrigin, parseSiteUrl } from '../../integrations/settings.ts';
import { packInto } from '../roundtrip/pack.ts';
import {
  EXIT_FAILURE,
  refuseFlags,
  runCommand,
  say,
  UsageError,
  wholeNumber,
} from '../shared/args.ts';
import { readBuildInfo } from '../shared/checkout.ts';
import { buildSite } from '../shared/pages.ts';
import { allowedOrigins, takePorts } from '../shared/ports.ts';
import { temporaryFolder, untilInterrupted } from '../shared/process-end.ts';
import { runWrangler, startWranglerDev } from '../shared/wrangler.ts';
import { checkCommit, checkDeployment, failureOf } from './checks.ts';
import {
  bundlePreview,
  deletePreview,
  listPreviews,
  putOutPreview,
  readPreview,
} from './preview.ts';
import { release, releaseText, makeVersion, readConfig } from './release.ts';

const readBenchOrigin = () => parseBenchOrigin(process.env['PUBLIC_BENCH_ORIGIN']) ?? '';

/** Builds the pages, unless `dist` names built ones, and makes the configuration of their version. */
async function build(root: string, siteUrl: string, benchOrigin: string, dist?: string) {
  const { commit, dirty, builtAt } = await readBuildInfo(root);
  const pages = resolve(root, dist ?? 'dist');
  if (dist === undefined) await buildSite(root, { benchOrigin, siteUrl, outDir: pages });
  // Pages that live elsewhere are admitted; those of the Worker itself always are.
  const ALLOWED_ORIGINS = allowedOrigins(siteUrl).join(' ');
  const vars = { COMMIT: commit, DIRTY: String(dirty), BUILT_AT: builtAt, ALLOWED_ORIGINS };
  const version = await makeVersion(root, { commit, dist: pages, vars });
  return { version, vars, dirty, builtAt };
}

/** Asks on a terminal; goes on where nobody can answer, as in CI. */
export async function confirmed(
  siteUrl: string,
  input: NodeJS.ReadableStream & { isTTY?: boolean } = process.stdin,
): Promise<boolean> {
  if (input.isTTY !== true) return true;
  process.stderr.write(`Deploy to ${siteUrl}? y/N `);
  // Ends without a line where the terminal is closed.
  for await (const answer of createInterface({ input })) return /^y(es)?$/i.test(answer.trim());
  return false;
}

async function deploy(root: string, siteUrl: string | undefined, storage: boolean, json: boolean) {
  if (siteUrl === undefined) {
    // Feed, sitemap and images would otherwise lead to whoever reads them.
    throw new Error(
      'SITE_URL: got nothing, expected the origin the pages will have, such as ' +
        'SITE_URL=https://roundtrip.example.workers.dev npm run deploy',
    );
  }
  const { commit, dirty } = await readBuildInfo(root);
  if (dirty || commit === '') {
    const got = dirty ? 'changes that are not committed' : 'no commit';
    throw new Error(`work tree: got ${got}, expected a commit that whoever asks can read`);
  }
  if (!process.env['PUBLIC_OPERATOR']) {
    say('PUBLIC_OPERATOR: got nothing, so that /about/ will name nobody who answers for the site.');
  }
  if (!(await confirmed(siteUrl))) {
    say('Nothing was deployed.');
    return EXIT_FAILURE;
  }
  const benchOrigin = readBenchOrigin();
  await using version = (await build(root, siteUrl, benchOrigin)).version;
  const target = { pages: siteUrl, bench: benchOrigin || siteUrl };
  const done = await release({ version, target, storage, say });
  print(json, done, releaseText);
  return done.outcome === 'released' ? 0 : EXIT_FAILURE;
}

/** Builds and bundles a version, serves the bundle here, checks it, and puts nothing out. */
async function dryRun(root: string, siteUrl: string, dist: string | undefined, json: boolean) {
  const { version, vars, dirty } = await build(root, siteUrl, readBenchOrigin(), dist);
  await using staged = version;
  if (dirty) say('The work tree differs from its commit: a deploy would refuse it.');
  await using bundle = await temporaryFolder('bundle', join(root, '.local'));
  const outdir = ['--outdir', bundle.path];
  await runWrangler(['deploy', '--dry-run', '--config', staged.configFile, ...outdir]);
  const { commit, worker } = staged;
  const main = join(bundle.path, 'worker.js');
  await using bundled = await makeVersion(root, { commit, dist: staged.dist, vars, bundle: main });
  const scratch = await temporaryFolder('roundtrip-dry-run');
  const served = await startWranglerDev({ config: bundled.configFile, port: 0, scratch });
  const expected = { commit, dist: staged.dist, storage: false };
  const target = { pages: served.origin, bench: served.origin };
  const checks = await checkDeployment(target, expected, say).finally(() => served.stop());
  const failed = failureOf(checks);
  print(json, { commit, dirty, worker, siteUrl, checks, ok: failed === undefined }, () =>
    failed === undefined
      ? `A deploy would put commit ${commit} out as the Worker ${worker} at ${siteUrl}. It passed every check here.`
      : `Commit ${commit} failed here: ${failed}`,
  );
  return failed === undefined ? 0 : EXIT_FAILURE;
}

/** Bundles a preview of a pull request: the half that runs the code of whoever opened it. */
async function bundle(root: string, number: number, folder: string, dist: string | undefined) {
  process.env['PUBLIC_PREVIEW'] = String(number);
  const built = await build(root, `https://pr-${number}.example`, '', dist);
  await using version = built.version;
  await bundlePreview(version, built, resolve(folder));
  say(`${folder} holds the preview. To look at it: npm run deploy -- --serve ${folder}`);
  return 0;
}

/** Puts a bundle out, which is data here: the half that has secrets. */
async function putOut(root: string, number: number, folder: string) {
  await using version = await readPreview(root, folder);
  const address = await putOutPreview(version, number);
  const target = { pages: address, bench: address };
  const [{ ok, found }] = await checkCommit(target, version.commit);
  if (!ok) throw new Error(`${address} does not answer: ${found}`);
  console.log(address);
  return 0;
}

async function serve(root: string, folder: string) {
  const { port, pages } = await takePorts();
  await using version = await readPreview(root, folder);
  const scratch = await temporaryFolder('roundtrip-preview');
  const interrupted = untilInterrupted();
  const serving = await startWranglerDev({ config: version.configFile, port, scratch });
  console.log(`Preview: ${pages}\nCtrl-C stops it.`);
  await interrupted;
  await serving.stop();
  return 0;
}

function print<Value>(json: boolean, value: Value, textOf: (value: Value) => string): void {
  console.log(json ? JSON.stringify(value, undefined, 2) : textOf(value));
}

const flags = {
  'dry-run': { help: 'put nothing out: build, bundle and check it here; needs no account' },
  dist: { value: '<folder>', help: 'with --dry-run or --bundle, pages that are built already' },
  quick: { help: 'do not wait until objects that the check wrote are emptied, ten minutes' },
  json: { help: 'one JSON document on stdout instead of the text' },
  preview: { value: '<number>', help: 'the preview of a pull request, with one of the next three' },
  bundle: { value: '<folder>', help: 'build it into a new folder; needs no account' },
  from: { value: '<folder>', help: 'put out what --bundle made, and print its address' },
  delete: { help: 'delete it, its storage too' },
  previews: { help: 'print the numbers of the pull requests that have a preview' },
  serve: { value: '<folder>', help: 'serve what --bundle made on this machine, at PORT' },
  package: { value: '<folder>', help: 'pack the package for authors elsewhere into a folder' },
} as const;
type Values = Readonly<Record<keyof typeof flags, string | boolean | undefined>>;

const MODES = ['dry-run', 'preview', 'previews', 'serve', 'package'] as const;

/** @throws UsageError for a flag that npm kept, that lacks its partner, or that another excludes */
function expectPartners(values: Values): void {
  // `npm run deploy --delete` starts this command with no flag at all.
  const kept = Object.keys(flags).find(
    (name) => process.env[`npm_config_${name}`] && name !== 'json',
  );
  if (kept !== undefined) {
    throw new UsageError(`--${kept}: npm kept it, expected npm run deploy -- --${kept}`);
  }
  const { 'dry-run': isDry, bundle: into, from, preview } = values;
  if (!isDry && into === undefined) {
    refuseFlags(values, ['dist'], 'without --dry-run or --bundle, expected one of them too');
  }
  const halves = [into, from, values.delete || undefined].filter((each) => each !== undefined);
  if (preview === undefined) {
    refuseFlags(values, ['bundle', 'from', 'delete'], 'without --preview, expected both');
  }
  const [mode, ...others] = MODES.filter((name) => Boolean(values[name]));
  if (mode === undefined) return;
  refuseFlags(values, [...others, 'quick'], `with --${mode}, expected one of the two`);
  if (mode !== 'dry-run') refuseFlags(values, ['json'], `with --${mode}, expected it without`);
  if (preview === undefined || halves.length === 1) return;
  const got = `${halves.length} of --bundle, --from and --delete`;
  throw new UsageError(`--preview: got ${got}, expected one`);
}

export function run(argv: readonly string[] = process.argv.slice(2)): Promise<void> {
  return runCommand(
    {
      usage: [
        'SITE_URL=https://… npm run deploy -- [--quick] [--json]',
        'npm run deploy -- --dry-run [--dist <folder>] [--json]',
        'npm run deploy -- --preview <number> --bundle <folder> | --from <folder> | --delete',
        'npm run deploy -- --previews | --serve <folder> | --package <folder>',
      ],
      about: `Builds pages and Workers of this commit and puts them out as one Worker of Cloudflare's, with the
origin SITE_URL. A new version is checked before it has traffic, and again with it; when a check fails,
the version before keeps or gets back all traffic. A version with new Durable Object migrations has
traffic at once and no way back, because the platform knows no other way.
A preview of a pull request is bundled where no secret is, and put out elsewhere; --serve shows one here.`,
      flags,
    },
    async ({ values }) => {
      // npm keeps the flag of `npm run deploy --dry-run`, and tells of it by a variable.
      const kept = process.env['npm_config_dry_run'] === 'true';
      const given = { ...values, 'dry-run': values['dry-run'] || kept };
      expectPartners(given);
      const root = process.cwd();
      const { dist, json, preview } = values;
      const siteUrl = parseSiteUrl(process.env['SITE_URL']);
      if (given['dry-run']) return dryRun(root, siteUrl ?? 'http://localhost:8787', dist, json);
      if (values.serve !== undefined) return serve(root, values.serve);
      if (values.package !== undefined) {
        console.log(await packInto(values.package));
        return 0;
      }
      if (values.previews) {
        for (const number of await listPreviews((await readConfig(root)).name)) console.log(number);
        return 0;
      }
      if (preview === undefined) return deploy(root, siteUrl, !values.quick, json);
      const number = wholeNumber('--preview', preview, 1, 10_000_000);
      const { bundle: into, from } = values;
      if (into !== undefined) return bundle(root, number, into, dist);
      if (from !== undefined) return putOut(root, number, from);
      await deletePreview(number);
      return 0;
    },
    argv,
  );
}

if (import.meta.main) await run();
