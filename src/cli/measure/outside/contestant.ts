/** Contestants from outside: a folder with a client module and, where it needs one, a Worker. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { z } from 'zod';
import { messageOf } from '../../../bench-client/failure.ts';
import { bareOrigin } from '../../../bench-client/about.ts';
import {
  describeOutside,
  type OutsideSystem as OutsideNames,
} from '../../../harness/plan/index.ts';
import { acceptModes, type Outside } from '../../../harness/record/index.ts';
import type { Contestant, OutsideClient, OutsideSystem } from '../../../systems/arms.ts';
import type { OwnOperations } from '../../../studies/any-study.ts';
import type { ExtraWorker } from '../../shared/bench.ts';
import { LOOPBACK, proxyTo } from '../../shared/network/environment-proxy.ts';
import { temporaryFolder } from '../../shared/process-end.ts';
import { readOutsideConfig } from '../../shared/workerd.ts';
import { nameErrorsOf } from './foreign-code.ts';
import { digestOf, folderOf, loadSystem, readAll, systemSchema, wrongSystem } from './folder.ts';

/** A contestant, ready to be measured once its Worker runs. */
export interface OutsideFolder extends Contestant<OwnOperations> {
  folder: string;
  digest: string;
  /** Deployment that serves it. */
  deployment: string | undefined;
  /** Its Worker, where it has one that is to be started. */
  worker: ExtraWorker | undefined;
  /** Its client module with all that it imports, for Node and for a page. */
  bundles: { node: string; browser: string };
  /** Says where its Worker runs. */
  serveAt: (origin: string) => void;
}

export const CLIENTS = ['client.ts', 'client.js', 'client.mjs'];
const CONFIG = 'wrangler.jsonc';
const workerSchema = systemSchema({ accept: z.enum(acceptModes) }, 8);

/**
 * Reads what `--system` names, `FOLDER` or `FOLDER=ORIGIN`, and bundles its client module. Nothing is
 * written to the folder.
 *
 * @param root the checkout, which the folder must not be in
 * @param deployed whether the bench runs elsewhere, and so must what serves the contestant
 * @throws UsageError or Error naming the value got and what was expected
 */
export async function readContestant(
  given: string,
  root: string,
  deployed: boolean,
): Promise<OutsideFolder> {
  const fail = (got: string, expected: string) => wrongSystem(given, got, expected);
  const [, named = given, address] = /^(.+)=(https?:.*)$/.exec(given) ?? [];
  const deployment = address === undefined ? undefined : bareOrigin(address);
  if (address !== undefined && deployment === undefined) {
    throw fail(`"${address}"`, 'an origin such as https://example.org');
  }
  const { folder, file: client } = await folderOf(given, named, root, CLIENTS);
  const hasWorker = existsSync(join(folder, CONFIG));
  if (deployed && hasWorker && deployment === undefined) {
    throw fail(
      '--origin, and a Worker to be started here',
      `${named}=ORIGIN of one that serves it`,
    );
  }
  if (!deployed && deployment !== undefined && !LOOPBACK.includes(new URL(deployment).hostname)) {
    throw fail(
      `${deployment} without --origin`,
      'both from afar: a distance would be taken for a system',
    );
  }

  const digest = await digestOf(folder);
  const bundles = await bundle(folder, client);
  const load = async () => (await import(pathToFileURL(bundles.node).href)) as OutsideClient<never>;
  const file = `${folder}/${client}`;
  const system: OutsideSystem = await loadSystem(bundles.node, file, workerSchema, ['connect']);
  const serves = hasWorker && deployment === undefined;
  const config = serves ? await readOutsideConfig(folder) : undefined;
  const worker = config && { id: `outside-${system.id}`, folder, config };
  let at = deployment;
  return {
    ...{ folder, system, digest, deployment, worker, bundles, load },
    origin: () => at,
    serveAt: (origin) => {
      at = origin;
    },
  };
}

/** All that `--system` names. @throws as {@link readContestant}, and where two have one id */
export function readContestants(
  given: readonly string[],
  root: string,
  deployed: boolean,
): Promise<OutsideFolder[]> {
  return readAll(given, (each) => readContestant(each, root, deployed));
}

/** A contestant of any kind, as far as a record tells of it. */
type Read = Pick<OutsideFolder, 'folder' | 'digest'> &
  Partial<Pick<OutsideFolder, 'deployment' | 'bundles' | 'worker'>> & { system: OutsideNames };

/** A contestant as a record has it, once it is measured. */
export async function outsideOf(measured: Read): Promise<Outside> {
  const { folder, system, digest, deployment: origin, bundles, worker } = measured;
  const now = await digestOf(folder).catch(() => undefined);
  const proxy = origin === undefined ? undefined : proxyTo(origin);
  // Only a client of objects may have no other half, which the bench then is.
  const served = bundles === undefined || worker !== undefined ? 'beside' : 'bench';
  return describeOutside(system, {
    ...{ digest, served: origin === undefined ? served : 'elsewhere' },
    ...(origin !== undefined && { origin }),
    ...(proxy !== undefined && { proxy }),
    ...(now !== digest && { changed: true }),
  });
}

/** The Workers that are to be started for contestants. */
export function workersOf(contestants: readonly OutsideFolder[]): ExtraWorker[] {
  return contestants.flatMap(({ worker }) => worker ?? []);
}

/** Tells contestants where their Workers were started. @param origins by the Workers’ ids */
export function serveAll(
  contestants: readonly OutsideFolder[],
  origins: ReadonlyMap<string, string>,
): void {
  for (const { worker, serveAt } of contestants) {
    const origin = worker && origins.get(worker.id);
    if (origin !== undefined) serveAt(origin);
  }
}

/**
 * One file each, so that what is measured stays what it was when it was read.
 *
 * @throws Error naming the file, where it does not build
 */
async function bundle(folder: string, client: string): Promise<OutsideFolder['bundles']> {
  const { path: directory } = await temporaryFolder('roundtrip-outside');
  nameErrorsOf(folder, directory);
  const bundles = { node: join(directory, 'node.mjs'), browser: join(directory, 'browser.js') };
  // What was written for CommonJS calls `require` for Node's own modules.
  const banner = `import { createRequire as r } from 'node:module'; const require = r(import.meta.url);`;
  try {
    for (const platform of ['node', 'browser'] as const) {
      await build({
        absWorkingDir: folder,
        entryPoints: [join(folder, client)],
        outfile: bundles[platform],
        ...{ bundle: true, format: 'esm', target: 'es2024', logLevel: 'silent', platform },
        ...(platform === 'node' && { banner: { js: banner } }),
      });
    }
  } catch (cause) {
    throw new Error(`${folder}/${client} does not build: ${messageOf(cause)}`, { cause });
  }
  return bundles;
}
