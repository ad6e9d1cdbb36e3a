/** Puts a version out: uploaded, checked, given all traffic, checked again, rolled back when a check fails. */
import { z } from 'zod';
import { messageOf } from '../../wire/bench-client/failure.ts';
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

/** `why` says what did not stay, and is absent where it did. */
type Release = { outcome: keyof typeof OUTCOMES; why?: string };

const statusSchema = z.object({
  versions: z.array(z.object({ version_id: z.string(), percentage: z.number() })),
});
const uploadSchema = z.object({ version_id: z.string() });

/**
 * A version with objects has no preview URL: it is tried out with none of the traffic, and asked by
 * the header that chooses a version. The objects that it then talks to still run the code before.
 * Migrations of objects are applied only by `wrangler deploy`, with all traffic and no way back.
 *
 * @see https://developers.cloudflare.com/workers/versions-and-deployments/version-overrides/
 * @param target where readers find what has the traffic
 * @param check replaced by a test: nothing is served where it puts versions out
 */
export async function release(
  version: Version,
  target: Target,
  check = checkDeployment,
): Promise<Release> {
  const { commit, worker, configFile } = version;
  const wrangler = (...args: string[]) => runWrangler([...args, '--config', configFile]);
  const message = ['--message', `Commit ${commit}`];
  const faults = async (at: Target) => (await check(at, version)).join('; ');
  const give = (...shares: string[]) =>
    wrangler('versions', 'deploy', ...shares, '--yes', ...message);

  try {
    const status = await orNull(UNKNOWN, wrangler('deployments', 'status', '--json'));
    const before = status && mostUsed(status.stdout);
    if (before) say(`Uploading ${commit} without traffic …`);
    const upload = before && (await orNull(PENDING, wrangler('versions', 'upload', ...message)));
    if (!before || !upload) {
      say(`Putting ${commit} out with all traffic …`);
      await wrangler('deploy', ...message);
      const why = await faults(target);
      if (why === '') return { outcome: 'released' };
      const reason = before ? 'it applied a migration' : 'no version is before it';
      const rest = `It cannot be rolled back, because ${reason}: deploy a mended commit.`;
      return { outcome: 'failed', why: `${why}. ${rest}` };
    }
    const goBack = async (outcome: Release['outcome'], why: string): Promise<Release> => {
      say(`Rolling back to version ${before} …`);
      const reason = `${commit} failed: ${why}`.slice(0, 100);
      await wrangler('rollback', before, '--yes', '--message', reason);
      return { outcome, why };
    };
    const uploaded = upload.results.find(({ type }) => type === 'version-upload');
    const { version_id: next } = uploadSchema.parse(uploaded);
    await give(`${before}@100%`, `${next}@0%`);
    say('Checking it without traffic …');
    const headers = { 'Cloudflare-Workers-Version-Overrides': `${worker}="${next}"` };
    const untried = await faults({ ...target, headers });
    if (untried !== '') return await goBack('refused', untried);
    await give(`${next}@100%`);
    say('Checking it with all traffic …');
    const why = await faults(target);
    return why === '' ? { outcome: 'released' } : await goBack('rolled-back', why);
  } catch (error) {
    const look = '“npx wrangler deployments status” tells what is out';
    return { outcome: 'failed', why: `${messageOf(error)}\n${look}` };
  }
}

/** The version that has most of the traffic. */
function mostUsed(status: string): string | undefined {
  const { versions } = statusSchema.parse(JSON.parse(status));
  return versions.toSorted((one, other) => other.percentage - one.percentage)[0]?.version_id;
}
