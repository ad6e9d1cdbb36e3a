/** Puts a version out: uploaded, checked, given all traffic, checked again, rolled back when a check fails. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { messageOf } from '../../bench-client/failure.ts';
import { alias } from '../../systems/lumenize-rpc/bundling.ts';
import { temporaryFolder } from '../shared/process-end.ts';
import { readJson } from '../shared/workerd.ts';
import { runWrangler, WranglerFailed } from '../shared/wrangler.ts';
import { checkDeployment, failureOf, type Target } from './checks.ts';

/** The words of wrangler and the platform for an upload whose migrations are not applied yet. */
const PENDING = /\[code: 10211\]|pending Durable Object migration/;
/** Their words for a Worker that was never put out. */
const UNKNOWN = /\b10007\b|has no deployments|does not exist/i;

const OUTCOMES = {
  released: 'is out and passed every check',
  refused: 'failed without traffic; the version before is untouched',
  'rolled-back': 'failed with traffic; the version before has it again',
  failed: 'failed, and nothing was rolled back',
};

export interface Release {
  outcome: keyof typeof OUTCOMES;
  commit: string;
  /** Ids of Cloudflare’s; null where there is none. */
  version: string | null;
  before: string | null;
  /** Why it did not stay; null when it did. */
  why: string | null;
}

interface Options {
  version: Version;
  /** Where readers find what has the traffic. */
  target: Target;
  /** Whether the end of objects is waited for. */
  storage: boolean;
  say: (text: string) => void;
  /** Wrangler and the checks, which a test replaces. */
  wrangler?: typeof runWrangler;
  check?: typeof checkDeployment;
}

const deploymentSchema = z.object({
  versions: z.array(z.object({ version_id: z.string(), percentage: z.number() })).min(1),
});

/**
 * A version with objects has no preview URL: it is tried out with none of the traffic, and asked by
 * the header that chooses a version. The objects that it then talks to still run the code before.
 * Migrations of objects are applied only by `wrangler deploy`, with all traffic and no way back.
 *
 * @see https://developers.cloudflare.com/workers/versions-and-deployments/version-overrides/
 */
export async function release(options: Options): Promise<Release> {
  const { version, target, storage, say } = options;
  const { wrangler = runWrangler, check = checkDeployment } = options;
  const { commit, dist, worker, configFile } = version;
  const config = ['--config', configFile];
  const message = ['--message', `Commit ${commit}`];
  const result: Release = { outcome: 'failed', commit, version: null, before: null, why: null };

  const failure = async (what: string, at: Target, waits: boolean) => {
    say(`${what} …`);
    return failureOf(await check(at, { commit, dist, storage: waits }, say));
  };
  const upload = async (args: readonly string[], type: string): Promise<string> => {
    const { results } = await wrangler([...args, ...config, ...message]);
    const id = results.find((each) => each['type'] === type)?.['version_id'];
    if (typeof id === 'string') return id;
    throw new Error(`wrangler: got no version id of a ${type}, expected one`);
  };
  const give = (...shares: readonly string[]) =>
    wrangler(['versions', 'deploy', ...shares, '--yes', ...config, ...message]);
  const rollBack = async (to: string, why: string, outcome: Release['outcome']) => {
    say(`Rolling back to version ${to} …`);
    const reason = ['--message', `${commit} failed: ${why}`.slice(0, 100)];
    await wrangler(['rollback', to, '--yes', ...config, ...reason]);
    return { ...result, outcome, why };
  };

  try {
    const status = ['deployments', 'status', '--json', ...config];
    const told = await unless(UNKNOWN, wrangler(status, { quiet: true }));
    const before = told && mostUsed(told.stdout);
    result.before = before;
    if (before !== null) {
      say(`Uploading ${commit} without traffic …`);
      const uploaded = upload(['versions', 'upload'], 'version-upload');
      result.version = await unless(PENDING, uploaded);
    }
    if (before === null || result.version === null) {
      const cause = before === null ? 'is the first version' : 'has a new migration';
      say(`Putting ${commit} out with all traffic: it ${cause} …`);
      result.version = await upload(['deploy'], 'deploy');
      const why = await failure('Checking it', target, storage);
      if (why === undefined) return { ...result, outcome: 'released' };
      const reason = before === null ? 'no version is before it' : 'it applied a migration';
      const rest = `It cannot be rolled back, because ${reason}: deploy a mended commit.`;
      return { ...result, why: `${why}. ${rest}` };
    }
    await give(`${before}@100%`, `${result.version}@0%`);
    const headers = { 'Cloudflare-Workers-Version-Overrides': `${worker}="${result.version}"` };
    const untried = await failure('Checking it without traffic', { ...target, headers }, false);
    if (untried !== undefined) return await rollBack(before, untried, 'refused');
    await give(`${result.version}@100%`);
    const why = await failure('Checking it with all traffic', target, storage);
    if (why !== undefined) return await rollBack(before, why, 'rolled-back');
    return { ...result, outcome: 'released' };
  } catch (error) {
    const look = '“npx wrangler deployments status” tells what is out';
    return { ...result, why: `${messageOf(error)}\n${look}` };
  }
}

/** The result of wrangler; null where it failed with words like these. @throws its other failures */
async function unless<Result>(words: RegExp, running: Promise<Result>): Promise<Result | null> {
  return running.catch((error: unknown) => {
    if (error instanceof WranglerFailed && words.test(error.message)) return null;
    throw error;
  });
}

/** The version that has most of the traffic. */
function mostUsed(status: string): string | null {
  const { versions } = deploymentSchema.parse(JSON.parse(status));
  const [first] = versions.toSorted((one, other) => other.percentage - one.percentage);
  return first?.version_id ?? null;
}

/** How a deploy ended, for a terminal. */
export function releaseText({ commit, outcome, why }: Release): string {
  return [`${commit} ${OUTCOMES[outcome]}.`, ...(why === null ? [] : [why])].join('\n');
}

/** A version of the site: built pages, and a configuration beside which wrangler needs no flags. */
export interface Version extends AsyncDisposable {
  /** Full hash. */
  commit: string;
  /** The built pages. */
  dist: string;
  /** Name of the Worker. */
  worker: string;
  configFile: string;
}

const configSchema = z.looseObject({
  name: z.string(),
  main: z.string(),
  vars: z.record(z.string(), z.string()),
  assets: z.looseObject({ directory: z.string() }),
});
/** The parts of wrangler.jsonc that are read; the rest is passed on as it is. */
type Config = z.infer<typeof configSchema>;

/** Reads wrangler.jsonc of the checkout at `root`. @throws Error naming the file and what was expected */
export const readConfig = (root: string): Promise<Config> =>
  readJson(join(root, 'wrangler.jsonc'), configSchema);

interface Parts extends Pick<Version, 'commit' | 'dist'> {
  /** Variables of the Worker, besides those of wrangler.jsonc. */
  vars: Readonly<Record<string, string>>;
  /** A bundled Worker; that of wrangler.jsonc is bundled unless given. */
  bundle?: string;
  /** Fields in the place of those of wrangler.jsonc, given its variables. */
  fields?: (vars: Config['vars']) => Record<string, unknown>;
}

/** Writes the configuration of a version of the checkout at `root`, with every path absolute. */
export async function makeVersion(root: string, parts: Parts): Promise<Version> {
  const { commit, dist, bundle, fields } = parts;
  const config = await readConfig(root);
  const folder = await temporaryFolder('version', join(root, '.local'));
  const configFile = join(folder.path, 'wrangler.json');
  const vars = { ...config.vars, ...parts.vars };
  const whole = {
    ...config,
    main: bundle ?? join(root, config.main),
    no_bundle: bundle !== undefined,
    alias,
    vars,
    assets: { ...config.assets, directory: dist },
    ...fields?.(vars),
  };
  await writeFile(configFile, JSON.stringify(whole, undefined, 2));
  const remove = folder.remove;
  return { commit, dist, worker: config.name, configFile, [Symbol.asyncDispose]: remove };
}
