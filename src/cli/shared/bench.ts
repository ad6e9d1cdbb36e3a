/** The Workers on this machine: bundled, and served by workerd itself. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions } from 'esbuild';
import { z } from 'zod';
import type { NetworkLink } from '../../core/record/index.ts';
import { alias, conditions } from '../../libraries/systems/optional.ts';
import { askAbout } from '../../wire/bench-client/about.ts';
import { messageOf } from '../../wire/bench-client/failure.ts';
import { UsageError } from './args.ts';
import { readBuildInfo } from './checkout.ts';
import { readJson } from './files.ts';
import './identify.ts';
import { startProxy } from './network/proxy.ts';
import { temporaryFolder } from './process-end.ts';
import {
  exceptionsTold,
  readWranglerConfig,
  REJECTIONS,
  type ServedWorker,
  startWorkerd,
  type Workerd,
  workerdConfig,
  type WranglerConfig,
} from './workerd.ts';
import { startWranglerDev } from './pages.ts';

/** Has clients and Workers from outside import the package that measures them, whether it is installed or not. */
export const OWN_PACKAGE = {
  'roundtrip-bench': fileURLToPath(new URL('../roundtrip/harness.ts', import.meta.url)),
};

/** How wrangler bundles a Worker, for esbuild: one module, with the platform's left outside. */
export function bundleOptions(root: string, main: string, outfile: string): BuildOptions {
  return {
    absWorkingDir: root,
    entryPoints: [join(root, main)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser', ...conditions],
    alias: { ...alias },
    mainFields: ['browser', 'module', 'main'],
    external: ['cloudflare:*', 'node:*'],
    sourcemap: 'inline',
    logLevel: 'silent',
  };
}

/** The bundles made in this process, by root and main file: a second bench takes that of the first. */
const bundles = new Map<string, Uint8Array>();

async function bundle(root: string, main: string, outfile: string, anew: boolean): Promise<void> {
  const key = join(root, main);
  let made = anew ? undefined : bundles.get(key);
  if (made === undefined) {
    const built = await build({ ...bundleOptions(root, main, outfile), write: false });
    bundles.set(key, (made = built.outputFiles?.[0]?.contents ?? new Uint8Array()));
  }
  await writeFile(outfile, made);
}

/** A Worker that the same workerd serves as well, on a port of its own. */
export interface ExtraWorker {
  /** Tells its objects from those of the others. */
  id: string;
  folder: string;
  config: WranglerConfig;
  /** Its variables in addition to those of the configuration. */
  vars?: Readonly<Record<string, string>>;
}

export interface LocalBenchOptions {
  root: string;
  port: number;
  /** Origins whose pages may use the bench. */
  allowedOrigins?: readonly string[];
  vars?: Readonly<Record<string, string>>;
  extraWorkers?: readonly ExtraWorker[] | undefined;
  /** True if the inspector of workerd listens too. */
  inspected?: boolean;
  /** Hears all that workerd and the Workers say. */
  onSaid?: (text: string) => void;
}

export interface LocalBench {
  origin: string;
  extraOrigins: ReadonlyMap<string, string>;
  /** Folder of the objects' databases. */
  disk: string;
  /** Port of the inspector, if that was asked for. */
  inspectorPort(): number | undefined;
  /** Id of workerd's process; undefined while it does not run. */
  pid(): number | undefined;
  /** Resolves with how workerd ended, and its last words, once it has ended by itself. */
  lost(): Promise<string>;
  /** Starts the Workers again on the same port: as they were after they were killed, otherwise bundled anew. */
  restart(): Promise<void>;
  /** Ends workerd as a crash would; the storage stays. */
  kill(): Promise<void>;
  /** Stops workerd and deletes its storage. */
  stop(): Promise<void>;
}

/** @throws Error naming a class that is bound and not exported: workerd only warns, and no call is answered */
function expectClasses(folder: string, config: WranglerConfig, exported: readonly string[]): void {
  const { bindings } = config.durable_objects;
  const missing = bindings.find(({ class_name: name }) => !exported.includes(name));
  if (missing === undefined) return;
  const classes = exported.filter((name) => name !== 'default').join(', ') || 'none';
  const expected = `expected one that ${config.main} exports: ${classes}`;
  throw new Error(`${folder}/wrangler.jsonc: got the class ${missing.class_name}, ${expected}`);
}

/** The variables of the Workers: their build, their place and their visitors. */
async function varsOf({
  root,
  allowedOrigins = [],
  vars,
}: LocalBenchOptions): Promise<Record<string, string>> {
  const { commit, dirty, builtAt } = await readBuildInfo(root);
  const build = { COMMIT: commit, DIRTY: String(dirty), BUILT_AT: builtAt };
  return { ...build, SETTING: 'workerd', ALLOWED_ORIGINS: allowedOrigins.join(' '), ...vars };
}

/** Bundles the Workers and serves them on workerd itself, configured from wrangler.jsonc. */
export async function startBench(options: LocalBenchOptions): Promise<LocalBench> {
  const { root, extraWorkers = [], inspected = false, onSaid } = options;
  const config = await readWranglerConfig(root);
  const { path: directory, remove } = await temporaryFolder('roundtrip-bench');
  const disk = join(directory, 'disk');
  await mkdir(disk, { recursive: true });
  let ports = [options.port, ...extraWorkers.map(() => 0)];
  let workerd: Workerd | undefined;
  let loss = Promise.withResolvers<string>();
  let restarted: Promise<void> = Promise.resolve();
  const originAt = (at: number) => `http://localhost:${ports[at]}`;
  const addressAt = (at: number) => `localhost:${ports[at] ?? 0}`;
  const moduleAt = (at: number) => `extra-${at}.js`;
  // A caller that hears everything itself is not told about exceptions too.
  const verbose = extraWorkers.length > 0 && onSaid === undefined;
  const tellExceptions = exceptionsTold((module) => {
    const worker = extraWorkers.find((_, at) => moduleAt(at) === module);
    return worker && `${worker.folder}: its Worker`;
  });
  const hear = (text: string) => {
    onSaid?.(text);
    if (verbose) tellExceptions(text);
  };

  async function start(anew = false): Promise<void> {
    const module = 'worker.js';
    await bundle(root, config.main, join(directory, module), anew);
    const vars = await varsOf(options);
    const own = { config, module, address: addressAt(0), vars, name: 'roundtrip' };
    const extra = extraWorkers.map(async (worker, at): Promise<ServedWorker> => {
      const { id, folder, config: theirs, vars = {} } = worker;
      const file = moduleAt(at);
      const options: BuildOptions = {
        ...bundleOptions(folder, theirs.main, join(directory, file)),
        alias: { ...alias, ...OWN_PACKAGE },
        banner: { js: REJECTIONS },
        metafile: true,
      };
      const { metafile } = await build(options).catch((cause: unknown) => {
        throw new Error(`${folder}: its Worker does not build: ${messageOf(cause)}`, { cause });
      });
      expectClasses(folder, theirs, Object.values(metafile?.outputs ?? {})[0]?.exports ?? []);
      return { config: theirs, module: file, address: addressAt(at + 1), vars, name: id };
    });
    const workers = [own, ...(await Promise.all(extra))];
    const configFile = join(directory, 'config.capnp');
    await writeFile(configFile, workerdConfig(disk, workers));
    const started = { configFile, root, inspected, verbose, workers: workers.length };
    workerd = await startWorkerd({ ...started, onSaid: hear });
    ({ ports } = workerd);
    workerd.onLoss((how) => {
      workerd = undefined;
      loss.resolve(how);
    });
  }

  async function lost(): Promise<string> {
    const how = await loss.promise;
    loss = Promise.withResolvers();
    return how;
  }

  async function kill(): Promise<void> {
    const started = workerd;
    workerd = undefined;
    await started?.stop();
  }

  /** One after the other: two at a time would want the same port. */
  function restart(): Promise<void> {
    restarted = restarted
      .catch(() => undefined)
      .then(async () => {
        const runs = workerd !== undefined;
        await kill();
        await start(runs);
      });
    return restarted;
  }

  async function stop(): Promise<void> {
    await restarted.catch(() => undefined);
    await kill();
    await remove();
  }

  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    origin: originAt(0),
    extraOrigins: new Map(extraWorkers.map(({ id }, at) => [id, originAt(at + 1)])),
    disk,
    inspectorPort: () => workerd?.inspectorPort,
    pid: () => workerd?.pid,
    lost,
    restart,
    kill,
    stop,
  };
}

/** Longest round trip and largest jitter, in ms: several of them fit into a call's deadline. */
const MOST_MS = 1000;

/** Reads what follows `--network`: round trip and jitter as in `25ms,2ms`, or only the round trip. */
export function readLink(text: string): NetworkLink {
  const [, roundTrip, jitter = '0'] = /^([\d.]+)ms(?:,([\d.]+)ms)?$/.exec(text) ?? [];
  const [roundTripMs, jitterMs] = [Number(roundTrip), Number(jitter)];
  if (roundTripMs > 0 && roundTripMs <= MOST_MS && jitterMs >= 0 && jitterMs <= MOST_MS) {
    return { roundTripMs, jitterMs };
  }
  throw new UsageError(
    `--network: got "${text}", expected round trip and jitter such as 25ms,2ms, the first above 0 ` +
      `and both at most ${MOST_MS}ms`,
  );
}

/** The bench that is started, with the link to it if that delays, or the one that runs elsewhere. */
export type BenchPlace =
  { setting: 'workerd' | 'wrangler-dev'; network: NetworkLink | undefined } | { origin: string };

/** @returns the origins that clients call: its own, or those of delaying proxies in front of it and of the extra Workers */
export async function openBench(
  root: string,
  where: BenchPlace,
  listening: Pick<LocalBenchOptions, 'port' | 'allowedOrigins' | 'extraWorkers'>,
) {
  if ('origin' in where) {
    const { origin } = where;
    const about = await askAbout(origin);
    return { origin, about, extraOrigins: new Map<string, string>(), stop: async () => undefined };
  }
  await using cleanUp = new AsyncDisposableStack();
  const bench =
    where.setting === 'workerd'
      ? await startBench({ root, ...listening })
      : await startDevBench(root);
  cleanUp.defer(() => bench.stop());
  const about = await askAbout(bench.origin);
  const { network } = where;
  // A proxy for each: all libraries of one run are equally far away.
  const reach = async (origin: string): Promise<string> => {
    if (network === undefined) return origin;
    const proxy = await startProxy(origin, network);
    cleanUp.defer(() => proxy.stop());
    return proxy.origin;
  };
  const origin = await reach(bench.origin);
  const extraOrigins = new Map<string, string>();
  for (const [id, each] of bench.extraOrigins) extraOrigins.set(id, await reach(each));
  const all = cleanUp.move();
  return { origin, about, extraOrigins, stop: () => all.disposeAsync() };
}

/** The parts of wrangler.jsonc that a bench needs, as they stand there. */
const devSchema = z.object({
  main: z.string(),
  compatibility_date: z.string(),
  compatibility_flags: z.array(z.string()),
  durable_objects: z.unknown(),
  migrations: z.unknown(),
  vars: z.record(z.string(), z.string()),
});

/** The Worker under `wrangler dev`, whose own parts stand between client and Worker. */
async function startDevBench(root: string) {
  const { main, vars, ...config } = await readJson(join(root, 'wrangler.jsonc'), devSchema);
  const own = await varsOf({ root, port: 0, vars: { SETTING: 'wrangler-dev' } });
  const all = { ...config, name: 'roundtrip', main: join(root, main), alias };
  const bench = await startWranglerDev({ ...all, vars: { ...vars, ...own } }, 0);
  return {
    origin: bench.origin,
    stop: () => bench.stop(),
    extraOrigins: new Map<string, string>(),
  };
}
