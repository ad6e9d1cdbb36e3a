import type { ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askAbout } from '../../bench-client/about.ts';
import type { AboutBench } from '../../harness/run/index.ts';
import { Child } from '../../places/processes/child.ts';
import './identify.ts';
import type { BenchPlace } from '../measure/options.ts';
import { type LocalBench, type LocalBenchOptions, startBench } from './bench.ts';
import { buildVars } from './build-info.ts';
import { deleteWithThis, endWithThis } from './keeper.ts';
import { startProxy } from './network/proxy.ts';
import { orVerbose } from './workerd.ts';
import { WRANGLER } from './wrangler.ts';

/** Time that `wrangler dev` has to end by itself, in ms. */
const GRACE_MS = 5000;

/**
 * Starts `wrangler dev` with wrangler.jsonc as it is, but for pages, which it does not need, and
 * storage, which it keeps to itself. Waits until it listens.
 *
 * @throws Error with what it said when it does not start
 */
async function startWranglerDev(
  options: LocalBenchOptions,
): Promise<Pick<LocalBench, 'origin' | 'beside' | 'stop'>> {
  const { root, port, allowedOrigins = [] } = options;
  const scratch = await mkdtemp(join(tmpdir(), 'roundtrip-wrangler-'));
  const assets = join(scratch, 'assets');
  await mkdir(assets);
  await writeFile(join(assets, '404.html'), '<!doctype html><title>Not found</title>\n');
  const vars = {
    ...(await buildVars(root)),
    SETTING: 'wrangler-dev',
    ALLOWED_ORIGINS: allowedOrigins.join(' '),
    ...options.vars,
  };
  const flags = [
    ['--ip', 'localhost', '--port', String(port), '--inspector-port', '0'],
    ['--assets', assets, '--persist-to', join(scratch, 'state'), '--log-level', 'warn'],
    ['--show-interactive-dev-session', 'false'],
    // It takes an empty value for a mistake; wrangler.jsonc has the same.
    ...Object.entries(vars).flatMap(([name, value]) =>
      value === '' ? [] : [['--var', `${name}:${value}`]],
    ),
  ].flat();
  const child = new Child(
    {
      file: process.execPath,
      args: [WRANGLER, 'dev', ...flags],
      environment: { CLOUDFLARE_CF_FETCH_ENABLED: 'false', WRANGLER_SEND_METRICS: 'false' },
    },
    {
      // To end it means to end all that it started.
      ...{ name: 'wrangler dev', group: true, endWithThis, cwd: root, stdoutToo: true },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      onSaid: orVerbose(),
    },
  );
  deleteWithThis(scratch);
  const stop = async () => {
    await child.close(GRACE_MS);
    await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const listening = await child.before(ready(child.process));
    return { origin: `http://localhost:${listening}`, beside: new Map(), stop };
  } catch (cause) {
    await stop();
    throw new Error(`wrangler dev did not start: ${child.said.trim()}`, { cause });
  }
}

/** The port it listens on, as it tells a parent that left it a channel. */
function ready(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.on('message', (message) => {
      // It sends text; anything else is not from it.
      if (typeof message !== 'string') return;
      const { event, port } = JSON.parse(message) as { event?: string; port?: number };
      if (event === 'DEV_SERVER_READY' && port !== undefined) {
        // An open channel would keep this process alive, and a closed one would end wrangler.
        child.channel?.unref();
        resolve(port);
      }
    });
  });
}

export interface OpenBench {
  /** Where clients call it: its own origin, or that of the delaying proxy in front of it. */
  origin: string;
  about: AboutBench;
  /** Where the Workers beside it are called, by their ids. */
  beside: ReadonlyMap<string, string>;
  /** Whether it was started for this run. */
  started: boolean;
  stop(): Promise<void>;
}

/**
 * Starts the bench of the checkout at `root`, or asks the one that runs elsewhere.
 *
 * @param listening where a bench that is started listens, whose pages may use it, and what is
 *   served beside it
 */
export async function openBench(
  root: string,
  where: BenchPlace,
  listening: Pick<LocalBenchOptions, 'port' | 'allowedOrigins' | 'beside'> = { port: 0 },
): Promise<OpenBench> {
  if ('origin' in where) {
    const { origin } = where;
    const about = await askAbout(origin);
    return { origin, about, beside: new Map(), started: false, stop: async () => undefined };
  }
  const start = { workerd: startBench, 'wrangler-dev': startWranglerDev }[where.setting];
  const bench = await start({ root, ...listening, detached: true });
  try {
    const about = await askAbout(bench.origin);
    const { network } = where;
    if (network === undefined) {
      const { origin, beside } = bench;
      return { origin, about, beside, started: true, stop: () => bench.stop() };
    }
    // A proxy for each: whoever is measured in one run is as far away as the others.
    const proxies = await Promise.all(
      [bench.origin, ...bench.beside.values()].map((each) => startProxy(each, network)),
    );
    const stop = async () => {
      await Promise.all(proxies.map((proxy) => proxy.stop()));
      await bench.stop();
    };
    const [origin = bench.origin, ...others] = proxies.map((proxy) => proxy.origin);
    const beside = new Map([...bench.beside.keys()].map((id, at) => [id, others[at] ?? origin]));
    return { origin, about, beside, started: true, stop };
  } catch (error) {
    await bench.stop();
    throw error;
  }
}
