import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { messageOf } from '../../bench-client/failure.ts';
import { buildVars } from './build-info.ts';
import './identify.ts';
import { deleteWithThis } from './keeper.ts';
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
    conditions: ['workerd', 'worker', 'browser'],
    mainFields: ['browser', 'module', 'main'],
    external: ['cloudflare:*', 'node:*'],
    sourcemap: 'inline',
    logLevel: 'silent',
  };
}

/** What was bundled in this process, by its root and main file. */
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

/** A Worker that is served beside the bench’s, by the same workerd, on a port of its own. */
export interface WorkerBeside {
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
  beside?: readonly WorkerBeside[] | undefined;
  /** Folder that holds the objects' storage and outlives the bench; one of its own unless given. */
  storage?: string;
  /** Whether Ctrl-C in the terminal passes workerd by: see `WorkerdStart`. */
  detached?: boolean;
  /** Hears all that workerd and the Workers say. */
  onSaid?: (text: string) => void;
  /** Called when workerd ended by itself, with what it last said; without it nobody notices. */
  onLost?: (said: string) => void;
}

export interface LocalBench {
  /** `http://localhost:8788` */
  origin: string;
  port: number;
  /** Origins of the Workers beside it, by their ids. */
  beside: ReadonlyMap<string, string>;
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

/** Bundles the Workers and serves them on workerd itself, configured from wrangler.jsonc. */
export async function startBench(options: LocalBenchOptions): Promise<LocalBench> {
  const { root } = options;
  const config = await readWranglerConfig(root);
  const directory = await mkdtemp(join(tmpdir(), 'roundtrip-bench-'));
  const disk = options.storage ?? join(directory, 'disk');
  deleteWithThis(directory);
  await mkdir(disk, { recursive: true });
  const beside = options.beside ?? [];
  let ports = [options.port, ...beside.map(() => 0)];
  let workerd: Workerd | undefined;

  async function start(anew = false): Promise<void> {
    const addressOf = (at: number) => `localhost:${ports[at] ?? 0}`;
    const module = 'worker.js';
    await bundle(root, config.main, join(directory, module), anew);
    const vars = {
      ...(await buildVars(root)),
      SETTING: 'workerd',
      ALLOWED_ORIGINS: (options.allowedOrigins ?? []).join(' '),
      ...options.vars,
    };
    const own = { config, module, address: addressOf(0), vars, name: 'roundtrip' };
    const others = beside.map(async ({ id, folder, config: theirs }, at): Promise<ServedWorker> => {
      const file = `beside-${at}.js`;
      try {
        await build(bundleOptions(folder, theirs.main, join(directory, file)));
      } catch (cause) {
        throw new Error(`${folder}: its Worker does not build: ${messageOf(cause)}`, { cause });
      }
      return { config: theirs, module: file, address: addressOf(at + 1), vars: {}, name: id };
    });
    const workers = [own, ...(await Promise.all(others))];
    const configFile = join(directory, 'config.capnp');
    await writeFile(configFile, workerdConfig(disk, workers));
    const { detached = false, onSaid } = options;
    const started = await startWorkerd({
      ...{ configFile, root, detached, onSaid },
      workers: workers.length,
    });
    workerd = started;
    ({ ports } = started);
    void started.ended.then((said) => {
      if (workerd === started) options.onLost?.(said);
    });
  }

  /** Ends workerd on purpose: nothing is lost then. */
  async function end(): Promise<void> {
    const started = workerd;
    workerd = undefined;
    await started?.stop();
  }

  async function stop(): Promise<void> {
    await end();
    await rm(directory, { recursive: true, force: true });
  }

  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  const originAt = (at: number) => `http://localhost:${ports[at]}`;
  return {
    origin: originAt(0),
    port: ports[0] ?? 0,
    beside: new Map(beside.map(({ id }, at) => [id, originAt(at + 1)])),
    disk,
    pid: () => workerd?.pid,
    async restart() {
      const stopped = workerd === undefined;
      await end();
      await start(!stopped);
    },
    kill: end,
    stop,
  };
}
