/** The Workers on this machine: bundled, and served by workerd itself. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { alias, conditions } from '../../systems/lumenize-rpc/bundling.ts';
import { messageOf } from '../../bench-client/failure.ts';
import { printable } from './args.ts';
import { readBuildInfo } from './checkout.ts';
import { temporaryFolder } from './process-end.ts';
import './identify.ts';
import {
  readWranglerConfig,
  type ServedWorker,
  startWorkerd,
  type Workerd,
  workerdConfig,
  type WranglerConfig,
} from './workerd.ts';

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

/** The bundles made in this process, by root and main file. */
const bundles = new Map<string, Promise<Uint8Array>>();

/** Bundles a Worker; the second bench of a process takes the bundle of the first, unless told to do it anew. */
async function bundle(root: string, main: string, outfile: string, anew: boolean): Promise<void> {
  const key = join(root, main);
  let made = anew ? undefined : bundles.get(key);
  if (made === undefined) {
    made = build({ ...bundleOptions(root, main, outfile), write: false }).then(
      ({ outputFiles }) => outputFiles?.[0]?.contents ?? new Uint8Array(),
    );
    bundles.set(key, made);
    // What does not build may be mended by the next time.
    made.catch(() => bundles.delete(key));
  }
  await writeFile(outfile, await made);
}

/** A Worker that the same workerd serves as well, on a port of its own. */
export interface ExtraWorker {
  /** Tells its objects from those of the others. */
  id: string;
  /** Folder of its wrangler.jsonc. */
  folder: string;
  config: WranglerConfig;
}

export interface LocalBenchOptions {
  root: string;
  /** Port to listen on; 0 lets the system choose one. */
  port: number;
  /** Origins whose pages may use the bench. */
  allowedOrigins?: readonly string[];
  vars?: Readonly<Record<string, string>>;
  extraWorkers?: readonly ExtraWorker[] | undefined;
  /** Folder that holds the objects' storage and outlives the bench; one of its own unless given. */
  storage?: string;
  /** Whether Ctrl-C in the terminal passes workerd by: see `WorkerdStart`. */
  detached?: boolean;
  /** Hears all that workerd and the Workers say. */
  onSaid?: (text: string) => void;
  /** Starts workerd again when it ended by itself, and says so on stderr: for a bench that is left running. */
  restarts?: boolean;
}

export interface LocalBench {
  /** `http://localhost:8788` */
  origin: string;
  port: number;
  /** Origins of the extra Workers, by their ids. */
  extraOrigins: ReadonlyMap<string, string>;
  /** Folder of the objects' databases. */
  disk: string;
  /** Id of workerd's process; undefined while it does not run. */
  pid(): number | undefined;
  /** Starts the Workers again on the same port: as they were after they were killed, otherwise bundled anew. */
  restart(): Promise<void>;
  /** Ends workerd as a crash would; the storage stays. */
  kill(): Promise<void>;
  /** Stops workerd and deletes its storage, unless that was given. */
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

/** The variables of the Workers: what build they are, where they run, and whom they admit. */
async function varsOf({
  root,
  allowedOrigins = [],
  vars,
}: LocalBenchOptions): Promise<Record<string, string>> {
  const { commit, dirty, builtAt } = await readBuildInfo(root);
  const build = { COMMIT: commit, DIRTY: String(dirty), BUILT_AT: builtAt };
  return { ...build, SETTING: 'workerd', ALLOWED_ORIGINS: allowedOrigins.join(' '), ...vars };
}

/** More often within so many ms, and something is wrong that a new start does not mend. */
const MOST_RESTARTS = 5;
const WITHIN_MS = 60_000;

/** Bundles the Workers and serves them on workerd itself, configured from wrangler.jsonc. */
export async function startBench(options: LocalBenchOptions): Promise<LocalBench> {
  const { root, extraWorkers = [], detached = false, onSaid } = options;
  const config = await readWranglerConfig(root);
  const { path: directory, remove } = await temporaryFolder('roundtrip-bench');
  const disk = options.storage ?? join(directory, 'disk');
  await mkdir(disk, { recursive: true });
  let ports = [options.port, ...extraWorkers.map(() => 0)];
  let workerd: Workerd | undefined;
  const originAt = (at: number) => `http://localhost:${ports[at]}`;
  const addressAt = (at: number) => `localhost:${ports[at] ?? 0}`;

  async function start(anew = false): Promise<void> {
    const module = 'worker.js';
    await bundle(root, config.main, join(directory, module), anew);
    const vars = await varsOf(options);
    const own = { config, module, address: addressAt(0), vars, name: 'roundtrip' };
    const extra = extraWorkers.map(async (worker, at): Promise<ServedWorker> => {
      const { id, folder, config: theirs } = worker;
      const file = `extra-${at}.js`;
      const options = bundleOptions(folder, theirs.main, join(directory, file));
      const { metafile } = await build({ ...options, metafile: true }).catch((cause: unknown) => {
        throw new Error(`${folder}: its Worker does not build: ${messageOf(cause)}`, { cause });
      });
      expectClasses(folder, theirs, Object.values(metafile.outputs)[0]?.exports ?? []);
      return { config: theirs, module: file, address: addressAt(at + 1), vars: {}, name: id };
    });
    const workers = [own, ...(await Promise.all(extra))];
    const configFile = join(directory, 'config.capnp');
    await writeFile(configFile, workerdConfig(disk, workers));
    const started = await startWorkerd({
      ...{ configFile, root, detached, onSaid, workers: workers.length },
    });
    workerd = started;
    ({ ports } = started);
    void started.ended.then((said) => {
      if (workerd === started && options.restarts === true) startAgain(said);
    });
  }

  const losses: number[] = [];
  function startAgain(said: string): void {
    const now = performance.now();
    losses.push(now);
    const why = said === '' ? 'without a word' : printable(said);
    console.error(`Bench: workerd ended by itself (${why}).`);
    if (losses.filter((at) => now - at < WITHIN_MS).length > MOST_RESTARTS) {
      const times = `${MOST_RESTARTS + 1} times within a minute`;
      console.error(`Bench: it ended ${times}, and is not started again.`);
      return;
    }
    restart().then(
      () => console.error(`Bench: started again at ${originAt(0)}`),
      (error: unknown) => console.error(`Bench: it did not start again: ${messageOf(error)}`),
    );
  }

  /** Ends workerd on purpose: nothing is lost then. */
  async function kill(): Promise<void> {
    const started = workerd;
    workerd = undefined;
    await started?.stop();
  }

  async function restart(): Promise<void> {
    const stopped = workerd === undefined;
    await kill();
    await start(!stopped);
  }

  async function stop(): Promise<void> {
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
    port: ports[0] ?? 0,
    extraOrigins: new Map(extraWorkers.map(({ id }, at) => [id, originAt(at + 1)])),
    disk,
    pid: () => workerd?.pid,
    ...{ restart, kill, stop },
  };
}
