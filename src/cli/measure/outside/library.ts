/** Libraries from outside: a folder with a client module and, if it needs one, a Worker. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { z } from 'zod';
import { messageOf } from '../../../wire/bench-client/failure.ts';
import {
  describeOutside,
  outsideOutlines,
  type Workload,
  type OutsideSystem as OutsideNames,
} from '../../../core/plan/index.ts';
import { acceptModes, type Outside } from '../../../core/record/index.ts';
import { installed } from '../../../wire/processes/child.ts';
import { type ProcessArm, runtimes } from '../../../wire/processes/names.ts';
import type { OutsideLibrary, OutsideClient } from '../../../libraries/systems/arms.ts';
import type { OwnOperations } from '../../../libraries/studies/study-types.ts';
import { readOrigin } from '../../shared/args.ts';
import { type ExtraWorker, OWN_PACKAGE } from '../../shared/bench.ts';
import { LOOPBACK, proxyTo } from '../../shared/network/environment-proxy.ts';
import { temporaryFolder } from '../../shared/process-end.ts';
import { readOutsideConfig } from '../../shared/workerd.ts';
import { nameErrorsOf } from './foreign-code.ts';
import { readWorkloads } from './own-operations.ts';
import {
  digestOf,
  findModule,
  type ReadFolder,
  readModule,
  systemSchema,
  wrongSystem,
} from './folder.ts';

/** A library, ready to be measured once its Worker runs. */
export interface OutsideFolder extends OutsideLibrary<OwnOperations> {
  folder: string;
  digest: string;
  /** Deployment that serves it. */
  deployment: string | undefined;
  /** Its Worker, if it has one that is to be started. */
  worker: ExtraWorker | undefined;
  /** Its client module with all that it imports, for Node and for a page; absent of a release, which is measured only in Node. */
  bundles?: { node: string; browser: string };
  /** Size of a release’s client for a page, minified and with gzip, in bytes. */
  gzipBytes?: number;
  /** True if it is measured without a server. */
  isClientOnly?: boolean;
  /** Operations of its author’s own; absent of a release. */
  workloads?: ReadonlyArray<Workload<OwnOperations>>;
  /** Says where its Worker runs. */
  serveAt: (origin: string) => void;
}

type Bundles = NonNullable<OutsideFolder['bundles']>;

export const CLIENTS = ['client.ts', 'client.js', 'client.mjs'];
/** Only this site’s Worker holds sessions by itself. */
const accept = z.enum(acceptModes).exclude(['worker']);
const schema = systemSchema({ accept }, 8);
/** Without a server, nobody accepts a connection. */
const servedByNobody = systemSchema({ accept: accept.default('in-memory') }, 8);

/**
 * Reads what `--system` names, `FOLDER` or `FOLDER=ORIGIN`, and bundles its client module. Nothing is
 * written to the folder.
 *
 * @param root the checkout, which the folder must not be in
 * @param deployed true if the bench runs elsewhere: the server of the library must then, too
 * @param isClientOnly true if the client is measured without its server
 */
export async function readLibrary(
  given: string,
  root: string,
  deployed: boolean,
  isClientOnly = false,
): Promise<OutsideFolder> {
  const fail = (got: string, expected: string) => wrongSystem(given, got, expected);
  const [, named = given, address] = /^(.+)=(https?:.*)$/.exec(given) ?? [];
  const deployment = address && readOrigin(`--system ${given}`, address);
  const hasWorker = existsSync(join(named, 'wrangler.jsonc'));
  if (deployed && hasWorker && deployment === undefined) {
    const expected = `${named}=ORIGIN of one that serves it`;
    throw fail('--origin, and a Worker to be started here', expected);
  }
  if (!deployed && deployment !== undefined && !LOOPBACK.includes(new URL(deployment).hostname)) {
    const expected = 'both from afar: a distance would be taken for a system';
    throw fail(`${deployment} without --origin`, expected);
  }
  if (deployment !== undefined) await expectListening(given, deployment);
  const { folder, module, digest } = await findModule(given, named, root, CLIENTS);
  const bundles = await bundle(folder, module);
  const exports = { functions: ['open'], schema: isClientOnly ? servedByNobody : schema };
  const { system, exported } = await readModule(module, bundles.node, exports);
  const workloads = readWorkloads(exported['workloads'], module);
  const load = async () => (await import(pathToFileURL(bundles.node).href)) as OutsideClient<never>;
  const serves = hasWorker && deployment === undefined && !isClientOnly;
  const config = serves ? await readOutsideConfig(folder) : undefined;
  const worker = config && { id: `outside-${system.id}`, folder, config };
  return {
    ...servedAt(deployment),
    folder,
    system,
    digest,
    deployment,
    worker,
    bundles,
    isClientOnly,
    workloads: workloads as unknown as OutsideFolder['workloads'],
    load,
  };
}

/** The origin of what serves a library: of a Worker that is started, once it runs. */
export function servedAt(at: string | undefined): Pick<OutsideFolder, 'origin' | 'serveAt'> {
  return {
    origin: () => at,
    serveAt: (origin) => {
      at = origin;
    },
  };
}

/** Longest wait for a server to answer, in ms. */
const TO_ANSWER_MS = 5000;

/** Makes sure, before others are measured, that a server answers. @throws UsageError where none does */
async function expectListening(given: string, origin: string): Promise<void> {
  const options = { signal: AbortSignal.timeout(TO_ANSWER_MS), redirect: 'manual' } as const;
  try {
    await (await fetch(origin, options)).body?.cancel();
  } catch (cause) {
    const got = `nobody at ${origin} (${messageOf(cause)})`;
    throw wrongSystem(given, got, 'a server that listens there: start it first');
  }
}

/** A library of any kind, as far as a record tells of it. */
type Read = Omit<ReadFolder<OutsideNames>, 'module'> &
  Partial<Pick<OutsideFolder, 'deployment' | 'bundles' | 'worker' | 'gzipBytes' | 'isClientOnly'>>;

/** The entry of a measured library in a record. */
export async function outsideOf(measured: Read): Promise<Outside> {
  const {
    folder,
    system,
    digest,
    deployment: origin,
    bundles,
    worker,
    gzipBytes,
    isClientOnly,
  } = measured;
  const now = await digestOf(folder).catch(() => undefined);
  const proxy = origin === undefined ? undefined : proxyTo(origin);
  // Only a client of objects may have no other half, which the bench then is.
  const served = bundles === undefined || worker !== undefined ? 'beside' : 'bench';
  return describeOutside(system, {
    digest,
    served: isClientOnly ? 'nobody' : origin === undefined ? served : 'elsewhere',
    gzipBytes,
    origin,
    proxy,
    changed: now !== digest ? true : undefined,
  });
}

/** The Workers that are to be started for libraries. */
export function workersOf(libraries: readonly OutsideFolder[]): ExtraWorker[] {
  return libraries.flatMap(({ worker }) => worker ?? []);
}

/** Tells libraries where their Workers were started. @param origins by the Workers’ ids */
export function serveAll(
  libraries: readonly OutsideFolder[],
  origins: ReadonlyMap<string, string>,
): void {
  for (const { worker, serveAt } of libraries) {
    const origin = worker && origins.get(worker.id);
    if (origin !== undefined) serveAt(origin);
  }
}

/** One file each, so that what is measured stays what it was when it was read. */
async function bundle(folder: string, module: string): Promise<Bundles> {
  const { path: directory } = await temporaryFolder('roundtrip-outside');
  nameErrorsOf(folder, directory);
  const bundles = { node: join(directory, 'node.mjs'), browser: join(directory, 'browser.js') };
  // Code that was written for CommonJS calls `require` for Node's own modules.
  const banner = `import { createRequire as r } from 'node:module'; const require = r(import.meta.url);`;
  for (const platform of ['node', 'browser'] as const) {
    const building = build({
      absWorkingDir: folder,
      entryPoints: [module],
      outfile: bundles[platform],
      platform,
      bundle: true,
      format: 'esm',
      target: 'es2024',
      logLevel: 'silent',
      alias: OWN_PACKAGE,
      banner: platform === 'node' ? { js: banner } : undefined,
    });
    await building.catch((cause: unknown) => {
      throw new Error(`${module} does not build: ${messageOf(cause)}`, { cause });
    });
  }
  return bundles;
}

// Between processes: a folder with one module that both ends load as it is.

const peerSchema = systemSchema({ client: z.enum(runtimes), server: z.enum(runtimes) }, 18);
const PEERS = ['peers.ts', 'peers.js', 'peers.mjs'];

/** A library between processes, read. */
export type OutsidePeers = ReadFolder<z.infer<typeof peerSchema>>;

/** @throws UsageError or Error naming the value got and what was expected */
export async function readPeers(given: string, root: string): Promise<OutsidePeers> {
  const found = await findModule(given, given, root, PEERS);
  const { module } = found;
  const exported = { functions: ['open', 'serve'], schema: peerSchema };
  return { ...found, system: (await readModule(module, module, exported)).system };
}

/** Its arms, as those of a study between processes. */
export function armsOfPeers({ system, module }: OutsidePeers): ProcessArm[] {
  type Own = (typeof system.arms)[number];
  return outsideOutlines(system).map((outline, at): ProcessArm => {
    const { name, client, server, validation, cannot } = system.arms[at] as Own;
    const conditions = { runtimes: installed([client, server]), validation };
    return { ...outline, client, server, transport: name, module, conditions, cannot };
  });
}
