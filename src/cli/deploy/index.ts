/** `npm run deploy`: puts pages and bench out as one Worker, checked, and rolls them back when they fail. */
import { once } from 'node:events';
import { parseBenchOrigin, parseSiteUrl } from '../../site/integrations/settings.ts';
import { EXIT_FAILURE, oneOf, runCommand, say, UsageError, wholeNumber } from '../shared/args.ts';
import { readBuildInfo } from '../shared/checkout.ts';
import { takePorts } from '../shared/ports.ts';
import { catchInterrupt } from '../shared/process-end.ts';
import { startWranglerDev } from '../shared/wrangler.ts';
import { checkCommit } from './checks.ts';
import { bundlePreview, deletePreview, putOutPreview, readPreview } from './preview.ts';
import { OUTCOMES, release } from './release.ts';
import { buildVersion } from './version.ts';

const root = (): string => process.cwd();

async function deploy(): Promise<number> {
  // npm keeps the flag for itself, and would start a deploy all the same.
  if (process.env['npm_config_dry_run'] === 'true') {
    throw new UsageError('--dry-run: got it, expected none: bundle writes what would be put out');
  }
  const siteUrl = parseSiteUrl(process.env['SITE_URL']);
  if (siteUrl === undefined) {
    // Feed, sitemap and images would otherwise lead to whoever reads them.
    throw new Error(
      'SITE_URL: got nothing, expected the origin the pages will have, such as ' +
        'SITE_URL=https://roundtrip.example.workers.dev npm run deploy',
    );
  }
  const { commit, dirty } = await readBuildInfo(root());
  if (dirty || commit === '') {
    const got = dirty ? 'changes that are not committed' : 'no commit';
    throw new Error(`work tree: got ${got}, expected a commit that whoever asks can read`);
  }
  if (!process.env['PUBLIC_OPERATOR']) {
    say('PUBLIC_OPERATOR: got nothing, so that /about/ will name nobody who answers for the site.');
  }
  const benchOrigin = parseBenchOrigin(process.env['PUBLIC_BENCH_ORIGIN']) ?? '';
  await using version = await buildVersion(root(), siteUrl, benchOrigin);
  const target = { pages: siteUrl, bench: benchOrigin || siteUrl };
  const { outcome, why = '' } = await release(version, target);
  console.log(`${commit} ${OUTCOMES[outcome]}. ${why}`.trim());
  return outcome === 'released' ? 0 : EXIT_FAILURE;
}

/** Bundles a preview of a pull request: the half that runs the code of whoever opened it. */
async function bundle([number = '', folder = '']: readonly string[]): Promise<number> {
  process.env['PUBLIC_PREVIEW'] = String(numberOf(number));
  await using version = await buildVersion(root(), `https://pr-${number}.example`, '');
  await bundlePreview(version, folder);
  say(`${folder} holds the preview. To look at it: npm run deploy -- serve ${folder}`);
  return 0;
}

/** Puts a bundle out, which is data here: the half that has secrets. */
async function preview([number = '', folder = '']: readonly string[]): Promise<number> {
  await using version = await readPreview(root(), folder);
  const address = await putOutPreview(version, numberOf(number));
  const [fault] = await checkCommit({ pages: address, bench: address }, version.commit);
  if (fault !== undefined) throw new Error(`${address} does not answer: ${fault}`);
  console.log(address);
  return 0;
}

async function serve([folder = '']: readonly string[]): Promise<number> {
  const { port, pages } = await takePorts();
  await using version = await readPreview(root(), folder);
  const interrupted = once(catchInterrupt().signal, 'abort');
  const serving = await startWranglerDev({ config: version.configFile, port });
  console.log(`Preview: ${pages}\nCtrl-C stops it.`);
  await interrupted;
  await serving.stop();
  return 0;
}

const numberOf = (text: string): number => wholeNumber('number', text, 1, 10_000_000);

/** The words that may follow `deploy`, each with what it takes. */
const modes: Readonly<
  Record<string, readonly [takes: string, run: (args: readonly string[]) => Promise<number>]>
> = {
  bundle: ['<number> <folder>', bundle],
  preview: ['<number> <folder>', preview],
  delete: ['<number>', async ([number = '']) => deletePreview(numberOf(number))],
  serve: ['<folder>', serve],
};
const calls = Object.entries(modes).map(([name, [takes]]) => `npm run deploy -- ${name} ${takes}`);

export const run = (argv?: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['SITE_URL=https://… npm run deploy', ...calls],
      about: `Builds pages and Workers of this commit and puts them out as one Worker of Cloudflare's, with the
origin SITE_URL. A new version is checked before it has traffic, and again with it; when a check fails,
the version before keeps or gets back all traffic. A version with new Durable Object migrations has
traffic at once and no way back, because the platform knows no other way.
  bundle   writes the preview of a pull request to a folder; needs no account
  preview  puts such a folder out and prints its address; delete deletes it with its storage
  serve    serves such a folder here, at PORT`,
      flags: {},
      positionals: true,
    },
    ({ positionals: [name, ...args] }) => {
      if (name === undefined) return deploy();
      const [takes, start] = modes[oneOf('deploy', name, Object.keys(modes))] ?? ['', deploy];
      if (args.length === takes.split(' ').filter(Boolean).length) return start(args);
      const got = args.join(' ') || 'nothing';
      throw new UsageError(`${name}: got ${got}, expected ${takes || 'nothing'} after it`);
    },
    argv,
  );

if (import.meta.main) await run();
