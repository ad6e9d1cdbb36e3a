import { z } from 'zod';
import type { Target } from '../shared/checks/index.ts';
import { runWrangler, WranglerFailed } from '../shared/wrangler.ts';
import { MigrationBetween, type Platform, type Version } from './release.ts';

/** The words of wrangler and the platform for an upload whose migrations are not applied yet. */
const PENDING = /\[code: 10211\]|pending Durable Object migration/;
/** The platform’s error for traffic to a version from before a migration. */
const BEFORE_MIGRATION = /\[ERROR\][^]*(migration|lifecycle)/i;
/** Its error for a Worker that was never put out. */
const UNKNOWN = /\b10007\b|has no deployments|does not exist/i;

const deploymentSchema = z.object({
  versions: z.array(z.object({ version_id: z.string(), percentage: z.number() })).min(1),
});
const versionSchema = z.object({
  resources: z.object({
    bindings: z.array(
      z.looseObject({ type: z.string(), name: z.string(), text: z.string().optional() }),
    ),
  }),
});

/**
 * Cloudflare, through wrangler. A version with objects has no preview URL, so it is tried out with
 * none of the traffic and asked by the header that chooses a version. The objects it then talks to
 * still run the code before: each object is of the version that has the traffic.
 *
 * @param worker name of the Worker
 * @param configFile a configuration of it, for the commands that upload nothing
 * @param env besides this process’s, for a test’s platform
 * @see https://developers.cloudflare.com/workers/versions-and-deployments/version-overrides/
 */
export function cloudflare(
  target: Target,
  worker: string,
  configFile: string,
  env: Readonly<Record<string, string>> = {},
): Platform {
  /** @param between how wrangler says that a migration is in the way */
  const wrangler = async (args: readonly string[], between?: RegExp) => {
    try {
      return await runWrangler(args, { env });
    } catch (error) {
      if (!(error instanceof WranglerFailed) || between?.test(error.message) !== true) throw error;
      throw new MigrationBetween(error.message, { cause: error });
    }
  };
  const here = ['--config', configFile];
  const ask = async (...args: readonly string[]): Promise<unknown> => {
    const { stdout } = await runWrangler([...args, '--json', ...here], { quiet: true, env });
    return JSON.parse(stdout);
  };
  const traffic = (shares: readonly string[], why: string) =>
    wrangler(
      ['versions', 'deploy', ...shares, '--message', why, '--yes', ...here],
      BEFORE_MIGRATION,
    );
  const idIn = (results: ReadonlyArray<Record<string, unknown>>, type: string): string => {
    const id = results.find((each) => each['type'] === type)?.['version_id'];
    if (typeof id === 'string') return id;
    throw new Error(`wrangler: got no version id of a ${type}, expected one`);
  };
  return {
    target,
    async current(): Promise<Version | undefined> {
      const status = await ask('deployments', 'status').catch((error: unknown) => {
        if (error instanceof WranglerFailed && UNKNOWN.test(error.message)) return undefined;
        throw error;
      });
      if (status === undefined) return undefined;
      const { versions } = deploymentSchema.parse(status);
      const [{ version_id: id } = { version_id: '' }] = versions.toSorted(
        (one, other) => other.percentage - one.percentage,
      );
      const { bindings } = versionSchema.parse(await ask('versions', 'view', id)).resources;
      return { id, commit: bindings.find(({ name }) => name === 'COMMIT')?.text ?? '' };
    },
    async upload({ configFile: config, commit }) {
      const tag = ['--tag', commit.slice(0, 20), '--message', `Commit ${commit}`];
      const args = ['versions', 'upload', '--config', config, ...tag];
      return idIn((await wrangler(args, PENDING)).results, 'version-upload');
    },
    async tryOut(id, keeps) {
      await traffic([`${keeps.id}@100%`, `${id}@0%`], 'Trying a version out');
      const chosen = { 'Cloudflare-Workers-Version-Overrides': `${worker}="${id}"` };
      return { ...target, headers: chosen };
    },
    async giveTraffic(id, why) {
      await traffic([`${id}@100%`], why);
    },
    async putOut({ configFile: config, commit }) {
      const args = ['deploy', '--config', config, '--message', `Commit ${commit}`];
      return idIn((await wrangler(args)).results, 'deploy');
    },
  };
}
