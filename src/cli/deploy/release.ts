/** Puts a version out: uploaded, checked, given all traffic, checked again, rolled back when a check fails. */
import { z } from 'zod';
import { messageOf } from '../../bench-client/failure.ts';
import { say } from '../shared/args.ts';
import { orNull, runWrangler } from '../shared/wrangler.ts';
import { checkDeployment, type Target } from './checks.ts';
import type { Version } from './version.ts';

/** The words of wrangler and the platform for an upload whose migrations are not applied yet. */
const PENDING = /\[code: 10211\]|pending Durable Object migration/;
/** Their words for a Worker that was never put out. */
const UNKNOWN = /\b10007\b|has no deployments|does not exist/i;

/** The ends of a deploy, as a sentence about its commit. */
export const OUTCOMES = {
  released: 'is out and passed every check',
  refused: 'failed without traffic; the version before is untouched',
  'rolled-back': 'failed with traffic; the version before has it again',
  failed: 'failed, and nothing was rolled back',
};

interface Release {
  outcome: keyof typeof OUTCOMES;
  commit: string;
  /** Why it did not stay; undefined when it did. */
  why?: string;
}

interface Options {
  version: Version;
  /** Where readers find what has the traffic. */
  target: Target;
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
  const { version, target, wrangler = runWrangler, check = checkDeployment } = options;
  const { commit, worker, configFile } = version;
  const config = ['--config', configFile];
  const message = ['--message', `Commit ${commit}`];

  const failure = async (what: string, at: Target) => {
    say(`${what} …`);
    return (await check(at, version)).join('; ') || undefined;
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
    return { outcome, commit, why };
  };

  try {
    const status = ['deployments', 'status', '--json', ...config];
    const told = await orNull(UNKNOWN, wrangler(status, { quiet: true }));
    const before = told && mostUsed(told.stdout);
    if (before !== null) say(`Uploading ${commit} without traffic …`);
    const uploaded =
      before && (await orNull(PENDING, upload(['versions', 'upload'], 'version-upload')));
    if (before === null || uploaded === null) {
      const cause = before === null ? 'is the first version' : 'has a new migration';
      say(`Putting ${commit} out with all traffic: it ${cause} …`);
      await upload(['deploy'], 'deploy');
      const why = await failure('Checking it', target);
      if (why === undefined) return { outcome: 'released', commit };
      const reason = before === null ? 'no version is before it' : 'it applied a migration';
      const rest = `It cannot be rolled back, because ${reason}: deploy a mended commit.`;
      return { outcome: 'failed', commit, why: `${why}. ${rest}` };
    }
    await give(`${before}@100%`, `${uploaded}@0%`);
    const headers = { 'Cloudflare-Workers-Version-Overrides': `${worker}="${uploaded}"` };
    const untried = await failure('Checking it without traffic', { ...target, headers });
    if (untried !== undefined) return await rollBack(before, untried, 'refused');
    await give(`${uploaded}@100%`);
    const why = await failure('Checking it with all traffic', target);
    if (why !== undefined) return await rollBack(before, why, 'rolled-back');
    return { outcome: 'released', commit };
  } catch (error) {
    const look = '“npx wrangler deployments status” tells what is out';
    return { outcome: 'failed', commit, why: `${messageOf(error)}\n${look}` };
  }
}

/** The version that has most of the traffic. */
function mostUsed(status: string): string | null {
  const { versions } = deploymentSchema.parse(JSON.parse(status));
  const [first] = versions.toSorted((one, other) => other.percentage - one.percentage);
  return first?.version_id ?? null;
}
