/** The platform on this machine, for a dry run: the same steps and refusals, on local workerd. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../shared/process-end.ts';
import type { Target } from '../shared/checks/index.ts';
import { runWrangler, startWranglerDev } from '../shared/wrangler.ts';
import { MigrationBetween, type Platform, type Version } from './release.ts';
import type { Staged } from './stage.ts';

/** A version that was uploaded: what wrangler would have sent. */
interface Uploaded extends Version {
  configFile: string;
  /** Tag of its newest migration. */
  migration: string;
}

type Served = Awaited<ReturnType<typeof startWranglerDev>>;

export interface LocalPlatform extends Platform, AsyncDisposable {}

/**
 * Starts a platform with nothing on it. It bundles with `wrangler deploy --dry-run`, serves with the
 * platform’s own asset server and workerd, and refuses what Cloudflare documents that it refuses
 * across a migration. What is tried out answers at an address of its own, on empty storage.
 *
 * @param port where readers would be; the next one is for what is tried out
 */
export async function localPlatform(port: number): Promise<LocalPlatform> {
  const { path: directory, remove } = await temporaryFolder('roundtrip-platform');
  const uploaded = new Map<string, Uploaded>();
  const storage = join(directory, 'storage');
  let current: Uploaded | undefined;
  let serving: Served | undefined;
  let trial: Served | undefined;

  const own = async ({ configFile: config }: Uploaded) => ({
    ...{ config, scratch: await temporaryFolder('serving', directory) },
  });
  const endTrial = async () => {
    await trial?.stop();
    trial = undefined;
  };
  const serve = async (version: Uploaded) => {
    await endTrial();
    await serving?.stop();
    serving = await startWranglerDev({ ...(await own(version)), port, storage });
    current = version;
  };
  const accept = async (staged: Staged): Promise<Uploaded> => {
    const id = crypto.randomUUID();
    const version = await bundle(staged, join(directory, id), id);
    uploaded.set(id, version);
    return version;
  };
  const known = (id: string): Uploaded => {
    const version = uploaded.get(id);
    if (version === undefined) throw new Error(`version: got "${id}", expected an uploaded one`);
    return version;
  };
  /** @param newest tag of the newest migration of a version that is to stand beside what is out */
  const expectApplied = (newest: string): void => {
    if (current === undefined || newest === current.migration) return;
    throw new MigrationBetween(
      `migration: got ${newest}, expected ${current.migration}, which is applied`,
    );
  };
  return {
    target: at(port),
    current: async () => current,
    async upload(staged) {
      expectApplied(newestOf(staged));
      return (await accept(staged)).id;
    },
    async tryOut(id) {
      await endTrial();
      trial = await startWranglerDev({ ...(await own(known(id))), port: port + 1 });
      return at(port + 1);
    },
    async giveTraffic(id) {
      const version = known(id);
      await endTrial();
      if (version === current) return;
      expectApplied(version.migration);
      await serve(version);
    },
    async putOut(staged) {
      const version = await accept(staged);
      await serve(version);
      return version.id;
    },
    async [Symbol.asyncDispose]() {
      await endTrial();
      await serving?.stop();
      await remove();
    },
  };
}

function at(port: number): Target {
  const origin = `http://localhost:${port}`;
  return { pages: origin, bench: origin };
}

function newestOf({ migrations }: Staged): string {
  return migrations.at(-1)?.tag ?? '';
}

/** Bundles a version as wrangler uploads it, and writes the configuration that serves the bundle. */
async function bundle(staged: Staged, directory: string, id: string): Promise<Uploaded> {
  await mkdir(directory);
  const { configFile, commit } = staged;
  await runWrangler(['deploy', '--dry-run', '--config', configFile, '--outdir', directory], {
    quiet: true,
  });
  const config = JSON.parse(await readFile(configFile, 'utf8')) as Record<string, unknown>;
  const served = join(directory, 'wrangler.json');
  const main = join(directory, 'worker.js');
  await writeFile(served, JSON.stringify({ ...config, main, no_bundle: true }));
  return { id, commit, configFile: served, migration: newestOf(staged) };
}
