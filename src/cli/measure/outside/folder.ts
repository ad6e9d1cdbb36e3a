/** Libraries from outside: a folder with a client and, if it needs one, a Worker; or between processes a module that both ends load. */
import { existsSync } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { z } from 'zod';
import {
  describeOutside,
  outsideOutlines,
  type OutsideSystem as OutsideNames,
  type Workload,
} from '../../../core/plan/index.ts';
import {
  acceptModes,
  excerptOf,
  type Outside,
  OUTSIDE_ID,
  readAs,
} from '../../../core/record/index.ts';
import type { OwnOperations } from '../../../libraries/studies/study-types.ts';
import type { OutsideClient, OutsideLibrary } from '../../../libraries/systems/arms.ts';
import { messageOf } from '../../../wire/bench-client/failure.ts';
import { eachAnswer } from '../../../wire/service/answers.ts';
import { installed } from '../../../wire/processes/child.ts';
import { type ProcessArm, runtimes } from '../../../wire/processes/names.ts';
import { readOrigin, twiceIn, UsageError } from '../../shared/args.ts';
import { type ExtraWorker, OWN_PACKAGE } from '../../shared/bench.ts';
import { digestOfFiles } from '../../shared/files.ts';
import { LOOPBACK, proxyTo } from '../../shared/network/environment-proxy.ts';
import { temporaryFolder } from '../../shared/process-end.ts';
import { readOutsideConfig } from '../../shared/workerd.ts';
import { nameErrorsOf } from './foreign-code.ts';

const text = z.string().min(1).max(80);
const id = z.string().regex(OUTSIDE_ID, { error: 'expected small letters, digits and hyphens' });

/** @param fields of each arm, in addition to those that every arm has */
function systemSchema<Fields extends z.ZodRawShape>(fields: Fields, most: number) {
  const cannot = z.record(z.string(), z.string().min(1)).exactOptional();
  const validation = z.literal(true).exactOptional();
  const arm = z.strictObject({ name: id, label: text, validation, cannot, ...fields });
  return z.strictObject({
    id,
    label: text,
    versions: z.record(text, text),
    arms: z.array(arm).min(1).max(most),
  });
}

function wrongSystem(given: string, got: string, expected: string): UsageError {
  return new UsageError(`--system ${given}: got ${got}, expected ${expected}`);
}

/** A library’s folder, read. */
interface ReadFolder<System> {
  folder: string;
  module: string;
  /** Of its files when they were read. */
  digest: string;
  system: System;
}

/**
 * Finds the module of a library.
 *
 * @param given value of `--system`, for messages; `named` is the folder in it
 * @param root the checkout, which the folder must not be in
 * @param files names of the module, the usual one first
 */
async function findModule(
  given: string,
  named: string,
  root: string,
  files: readonly string[],
): Promise<Omit<ReadFolder<never>, 'system'>> {
  const folder = resolve(named);
  const is = await stat(folder).catch(() => undefined);
  if (is?.isDirectory() !== true) {
    throw wrongSystem(given, is ? 'a file' : 'no such folder', 'a folder');
  }
  const path = relative(await realpath(root), await realpath(folder));
  if (!path.startsWith('..') && !isAbsolute(path)) {
    const expected = 'one outside of it: what is inside is measured without';
    throw wrongSystem(given, 'a folder of this project', expected);
  }
  const file = files.find((name) => existsSync(join(folder, name)));
  if (file === undefined) {
    throw wrongSystem(given, 'none of them in the folder', `a ${files.join(' or ')}`);
  }
  return { folder, module: join(folder, file), digest: await digestOf(folder) };
}

/** @returns what a module says of its library, and all its exports */
async function readModule<System extends { id: string; arms: ReadonlyArray<{ name: string }> }>(
  module: string,
  built: string,
  functions: readonly string[],
  schema: z.ZodType<System>,
): Promise<{ system: System; exported: Record<string, unknown> }> {
  const exported = await (
    import(pathToFileURL(built).href) as Promise<Record<string, unknown>>
  ).catch((cause: unknown) => {
    throw new Error(`${module} cannot be loaded: ${messageOf(cause)}`, { cause });
  });
  const missing = functions.find((name) => typeof exported[name] !== 'function');
  if (missing !== undefined) {
    const got = excerptOf(exported[missing]);
    throw new Error(`${module}: got ${got} for its export ${missing}, expected a function`);
  }
  const { system } = readAs(z.object({ system: schema }), { system: exported['system'] }, module);
  const twice = twiceIn(system.arms.map(({ name }) => name));
  if (twice === undefined) return { system, exported };
  throw new Error(`${module}: system.arms: got "${twice}" twice, expected it once`);
}

/** Parts of a folder that hold no source of the library. */
const LEFT_OUT: ReadonlySet<string> = new Set(['node_modules', '.git', '.wrangler']);

/**
 * Digest of a folder’s files in the order of their paths. `node_modules`, `.git` and `.wrangler` are left out.
 *
 * @throws Error naming a link, because what it leads to may change unseen
 */
export async function digestOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.flatMap((entry) => {
    const parts = relative(folder, join(entry.parentPath, entry.name)).split(sep);
    const path = parts.join('/');
    if (parts.some((part) => LEFT_OUT.has(part))) return [];
    if (!entry.isSymbolicLink()) return entry.isFile() ? [path] : [];
    throw new Error(`${folder}: got a link, ${path}, expected only files and folders`);
  });
  return digestOfFiles(folder, paths.sort());
}

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
  /** Operations of its author’s own; absent of a release. */
  workloads?: ReadonlyArray<Workload<OwnOperations>>;
  /** Says where its Worker runs. */
  serveAt: (origin: string) => void;
}

export const CLIENTS = ['client.ts', 'client.js', 'client.mjs'];
/** Only this site’s Worker holds sessions by itself. */
const schema = systemSchema({ accept: z.enum(acceptModes).exclude(['worker']) }, 8);

/**
 * Reads what `--system` names, `FOLDER` or `FOLDER=ORIGIN`, and bundles its client module. Nothing is
 * written to the folder.
 *
 * @param root the checkout, which the folder must not be in
 * @param deployed true if the bench runs elsewhere: the server of the library must then, too
 */
export async function readLibrary(
  given: string,
  root: string,
  deployed: boolean,
): Promise<OutsideFolder> {
  const [, named = given, address] = /^(.+)=(https?:.*)$/.exec(given) ?? [];
  const deployment = address && readOrigin(`--system ${given}`, address);
  const hasWorker = existsSync(join(named, 'wrangler.jsonc'));
  if (deployed && hasWorker && deployment === undefined) {
    const expected = `${named}=ORIGIN of one that serves it`;
    throw wrongSystem(given, '--origin, and a Worker to be started here', expected);
  }
  if (!deployed && deployment !== undefined && !LOOPBACK.includes(new URL(deployment).hostname)) {
    const expected = 'both from afar: a distance would be taken for a system';
    throw wrongSystem(given, `${deployment} without --origin`, expected);
  }
  if (deployment !== undefined) await expectListening(given, deployment);
  const { folder, module, digest } = await findModule(given, named, root, CLIENTS);
  const bundles = await bundle(folder, module);
  const { system, exported } = await readModule(module, bundles.node, ['open'], schema);
  const workloads = readWorkloads(exported['workloads'], module);
  const load = async () => (await import(pathToFileURL(bundles.node).href)) as OutsideClient<never>;
  const serves = hasWorker && deployment === undefined;
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
  Partial<Pick<OutsideFolder, 'deployment' | 'bundles' | 'worker' | 'gzipBytes'>>;

/** The entry of a measured library in a record. */
export async function outsideOf(measured: Read): Promise<Outside> {
  const { system, digest, deployment: origin, bundles, worker, gzipBytes } = measured;
  const now = await digestOf(measured.folder).catch(() => undefined);
  const proxy = origin === undefined ? undefined : proxyTo(origin);
  // Only a client of objects may have no other half, which the bench then is.
  const served = bundles === undefined || worker !== undefined ? 'beside' : 'bench';
  return describeOutside(system, {
    digest,
    served: origin === undefined ? served : 'elsewhere',
    gzipBytes,
    origin,
    proxy,
    changed: now !== digest ? true : undefined,
  });
}

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

type Client = Record<string, unknown>;
type Operation = (client: Client, n: number) => unknown;
type Check = (answer: unknown, n: number) => unknown;

const aFunction = <Shape>() =>
  z.custom<Shape>((value) => typeof value === 'function', { error: 'expected a function' });
const workloadsSchema = z
  .array(
    z.strictObject({
      id: id,
      label: text,
      operation: aFunction<Operation>(),
      check: aFunction<Check>().exactOptional(),
    }),
  )
  .min(1);

/** @throws Error naming the module and the field, with the value got and expected */
export function readWorkloads(exported: unknown, module: string): Array<Workload<Client>> {
  if (exported === undefined) return [];
  const { workloads } = readAs(
    z.object({ workloads: workloadsSchema }),
    { workloads: exported },
    module,
  );
  const twice = twiceIn(workloads.map(({ id }) => id));
  if (twice !== undefined) {
    throw new Error(`${module}: workloads: got "${twice}" twice, expected it once`);
  }
  return workloads.map(({ id, label, operation, check }) => ({
    id,
    label,
    question: `How long does this take: ${label}?`,
    // It is awaited, so that a function without a promise does as well.
    operation: (place) => (client) => operation(client, place) as Promise<unknown>,
    wrong: eachAnswer('answer', (answer, place) => check && faultOf(check, answer, place)),
    check: () => Promise.resolve(undefined),
  }));
}

/** The objection of an author’s check to an answer; undefined if it has none. */
function faultOf(check: Check, answer: unknown, place: number): string | undefined {
  try {
    const found = check(answer, place);
    if (found === true || found === undefined) return undefined;
    if (typeof found === 'string') return found;
    const got = found === false ? 'false' : typeof found;
    return `got ${got} from its check, expected true or a sentence`;
  } catch (error) {
    return `its check threw: ${messageOf(error)}`;
  }
}

/** One file each, so that what is measured stays what it was when it was read. */
async function bundle(
  folder: string,
  module: string,
): Promise<NonNullable<OutsideFolder['bundles']>> {
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

const peerSchema = systemSchema({ client: z.enum(runtimes), server: z.enum(runtimes) }, 18);
const PEERS = ['peers.ts', 'peers.js', 'peers.mjs'];

export type OutsidePeers = ReadFolder<z.infer<typeof peerSchema>>;

/** @throws UsageError or Error naming the value got and what was expected */
export async function readPeers(given: string, root: string): Promise<OutsidePeers> {
  const found = await findModule(given, given, root, PEERS);
  const { module } = found;
  const { system } = await readModule(module, module, ['open', 'serve'], peerSchema);
  return { ...found, system };
}

export function armsOfPeers({ system, module }: OutsidePeers): ProcessArm[] {
  type Own = (typeof system.arms)[number];
  return outsideOutlines(system).map((outline, at): ProcessArm => {
    const { name, client, server, validation, cannot } = system.arms[at] as Own;
    const conditions = { runtimes: installed([client, server]), validation };
    return { ...outline, client, server, transport: name, module, conditions, cannot };
  });
}
