/** Wrangler as the commands run it: the installed one, in a process of its own. */
import type { ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { Child } from '../../wire/processes/child.ts';
import { conditions } from '../../libraries/systems/lumenize-rpc/bundling.ts';
import { endWithThis, runToEnd, temporaryFolder } from './process-end.ts';
import { orVerbose } from './workerd.ts';

/** The command of the installed package. */
const WRANGLER = join(
  createRequire(import.meta.url).resolve('wrangler/package.json'),
  '../bin/wrangler.js',
);

/** How it resolves imports, as its variable has it. */
export const BUILD_CONDITIONS = ['workerd', 'worker', 'browser', ...conditions].join();

/** Variables of every run of it: how it resolves imports, and that it measures nothing here. */
const variables = {
  WRANGLER_BUILD_CONDITIONS: BUILD_CONDITIONS,
  WRANGLER_SEND_METRICS: 'false',
};

/** The output of wrangler, and the results that it wrote for programs. */
interface Said {
  stdout: string;
  /** Lines of `WRANGLER_OUTPUT_FILE_PATH`: an object for each thing done, with its `type`. */
  results: ReadonlyArray<Record<string, unknown>>;
}

/** Wrangler ended with an error. The message is what it said. */
class WranglerFailed extends Error {
  override name = 'WranglerFailed';
}

/** Runs wrangler to its end. What it says goes to stderr too, as it says it. @throws WranglerFailed when its exit code is not 0 */
export async function runWrangler(args: readonly string[]): Promise<Said> {
  await using scratch = await temporaryFolder('roundtrip-wrangler');
  const file = join(scratch.path, 'results.ndjson');
  const { ok, stdout, stderr } = await runToEnd(process.execPath, [WRANGLER, ...args], {
    aloud: true,
    env: { ...variables, WRANGLER_OUTPUT_FILE_PATH: file, NO_COLOR: '1' },
  });
  if (!ok) {
    const said = stripVTControlCharacters(`${stdout}${stderr}`).trim();
    const advice = said.includes('[code: 10000]')
      ? '\nCLOUDFLARE_API_TOKEN: got one that lacks rights, expected one made by “Edit Cloudflare Workers”'
      : '';
    throw new WranglerFailed(`wrangler ${args.slice(0, 2).join(' ')}: ${said}${advice}`);
  }
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean);
  const results = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { stdout, results };
}

/** The outcome of wrangler; null where it failed with words like these. @throws its other failures */
export async function orNull<Outcome>(
  words: RegExp,
  running: Promise<Outcome>,
): Promise<Outcome | null> {
  return running.catch((error: unknown) => {
    if (error instanceof WranglerFailed && words.test(error.message)) return null;
    throw error;
  });
}

/** Time that `wrangler dev` has to end by itself, in ms. */
const GRACE_MS = 5000;

interface DevOptions {
  /** Path of the configuration, or the configuration itself. */
  config: string | object;
  /** Port to listen on; 0 lets the system choose one. */
  port: number;
}

/** The words of `wrangler dev` when a workerd of it has died: the one that it starts then answers nothing. */
const CRASHED = 'The Workers runtime crashed unexpectedly';

export interface WranglerDev {
  origin: string;
  /** Resolves with how it ended, once it or its workerd has ended by itself. */
  lost: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Serves what a configuration names with the platform’s own asset server in front, as it would be when
 * deployed, and waits until it listens. It ends with this process, and no storage outlives it.
 *
 * @throws Error with what it said when it does not start
 */
export async function startWranglerDev({ config, port }: DevOptions): Promise<WranglerDev> {
  const scratch = await temporaryFolder('roundtrip-wrangler');
  const file = typeof config === 'string' ? config : join(scratch.path, 'wrangler.json');
  if (typeof config !== 'string') await writeFile(file, JSON.stringify(config));
  const storage = join(scratch.path, 'state');
  const listen = ['--ip', 'localhost', '--port', String(port), '--inspector-port', '0'];
  const quiet = ['--log-level', 'warn', '--show-interactive-dev-session', 'false'];
  const { promise: lost, resolve: lose } = Promise.withResolvers<string>();
  const child = new Child(
    {
      file: process.execPath,
      args: [...[WRANGLER, 'dev', '--config', file, ...listen, '--persist-to', storage], ...quiet],
      environment: {
        // Nothing here needs the outside, and its absence is no reason for a warning.
        ...{ ...variables, CLOUDFLARE_CF_FETCH_ENABLED: 'false' },
        TMPDIR: scratch.path,
      },
    },
    {
      // To end it means to end all that it started.
      ...{ name: 'wrangler dev', group: true, endWithThis, cwd: scratch.path, stdoutToo: true },
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
