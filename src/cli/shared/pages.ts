/** The site as it is built, and served as it is deployed: by `wrangler dev` of the installed package. */
import type { ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { WRANGLER_CONDITIONS } from '../../libraries/systems/optional.ts';
import { type BuiltLibrary, OUTSIDE_LIBRARIES } from '../../site/integrations/settings.ts';
import { Child } from '../../wire/processes/child.ts';
import { endWithThis, runToEnd, temporaryFolder } from './process-end.ts';
import { orVerbose } from './workerd.ts';

/** The day since which the platform's asset server has behaved as configured here. */
const COMPATIBILITY_DATE = '2026-11-17';

/**
 * Serves built pages with the platform's own asset server, so that `_headers`, trailing slashes
 * and the 404 page behave as deployed.
 */
export function startPages(directory: string, port: number): Promise<WranglerDev> {
  const assets = { directory, not_found_handling: '404-page' };
  const config = { name: 'roundtrip-pages', compatibility_date: COMPATIBILITY_DATE, assets };
  return startWranglerDev(config, port);
}

interface SiteOptions {
  /** Origin of the bench; empty for that of the pages. */
  benchOrigin: string;
  /** Origin of the pages, which absolute addresses start with. */
  siteUrl: string;
  /** Libraries from outside that the pages are to measure. */
  libraries?: readonly BuiltLibrary[] | undefined;
  outDir: string;
  signal?: AbortSignal | undefined;
}

export async function buildSite(
  root: string,
  { benchOrigin, siteUrl, libraries = [], outDir, signal }: SiteOptions,
): Promise<void> {
  const astro = join(root, 'node_modules/.bin/astro');
  const { ok } = await runToEnd(astro, ['build', '--silent', '--outDir', outDir], {
    cwd: root,
    aloud: true,
    signal,
    env: {
      PUBLIC_BENCH_ORIGIN: benchOrigin,
      SITE_URL: siteUrl,
      [OUTSIDE_LIBRARIES]: libraries.length === 0 ? '' : JSON.stringify(libraries),
      ASTRO_TELEMETRY_DISABLED: '1',
      // A test runner names another, with which the build keeps nothing that it has read, and takes minutes.
      NODE_ENV: 'production',
      // The bundler’s allocator otherwise takes memory by 2 MiB at a time and keeps what it freed.
      MIMALLOC_ALLOW_THP: '0',
      MIMALLOC_PURGE_DELAY: '0',
      // A build holds 300 MB of objects. Without a limit Node lets more than that of garbage lie.
      NODE_OPTIONS: `--max-old-space-size=640 --max-semi-space-size=16 ${process.env['NODE_OPTIONS'] ?? ''}`,
    },
  });
  signal?.throwIfAborted();
  if (!ok) throw new Error('astro build: got an error, expected none; it says above what is wrong');
}

/** The command of the installed package, which our own package of commands does without. */
const wranglerFile = (): string =>
  join(createRequire(import.meta.url).resolve('wrangler/package.json'), '../bin/wrangler.js');

const GRACE_MS = 5000;

/** The words of `wrangler dev` when a workerd of it has died: the one that it starts then answers nothing. */
const CRASHED = 'The Workers runtime crashed unexpectedly';

interface WranglerDev {
  origin: string;
  /** Resolves with how it ended, once it or its workerd has ended by itself. */
  lost: Promise<string>;
  stop(): Promise<void>;
}

/** Serves as if deployed, with the platform’s own asset server in front. No storage outlives it. @param port 0 lets the system choose one */
export async function startWranglerDev(config: object, port: number): Promise<WranglerDev> {
  const scratch = await temporaryFolder('roundtrip-wrangler');
  const file = join(scratch.path, 'wrangler.json');
  await writeFile(file, JSON.stringify(config));
  const storage = join(scratch.path, 'state');
  const listen = ['--ip', 'localhost', '--port', String(port), '--inspector-port', '0'];
  const quiet = ['--log-level', 'warn', '--show-interactive-dev-session', 'false'];
  const { promise: lost, resolve: lose } = Promise.withResolvers<string>();
  const child = new Child(
    {
      file: process.execPath,
      args: [wranglerFile(), 'dev', '--config', file, ...listen, '--persist-to', storage, ...quiet],
      environment: {
        WRANGLER_BUILD_CONDITIONS: WRANGLER_CONDITIONS,
        WRANGLER_SEND_METRICS: 'false',
        // Nothing here needs the outside, and its absence is no reason for a warning.
        CLOUDFLARE_CF_FETCH_ENABLED: 'false',
        TMPDIR: scratch.path,
      },
    },
    {
      // To end it means to end all that it started.
      name: 'wrangler dev',
      group: true,
      endWithThis,
      cwd: scratch.path,
      stdoutToo: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      onSaid: orVerbose((text) => {
        if (!text.includes(CRASHED)) return;
        lose('workerd ended');
        child.process.kill('SIGKILL');
      }),
    },
  );
  const stop = async () => {
    await child.close(GRACE_MS);
    await scratch.remove();
  };
  try {
    const listening = await child.before(portOf(child.process));
    child.onLoss(lose);
    return { origin: `http://localhost:${listening}`, lost, stop };
  } catch (cause) {
    await stop();
    throw new Error(`wrangler dev did not start: ${child.said.trim()}`, { cause });
  }
}

/** The port it listens on, as it tells a parent that left it a channel. */
function portOf(child: ChildProcess): Promise<number> {
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
