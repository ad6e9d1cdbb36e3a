/** `npm start` in a checkout whose pages are built at once, or never. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findFreePair } from '../shared/ports.ts';
import { childrenOf } from '../shared/testing/spawn-cli.ts';
import { eventually } from '../../testing/eventually.ts';

/** Empties the folder it builds into, as Astro does. */
const BUILD =
  '#!/bin/sh\nrm -rf "$4"\nmkdir -p "$4"\necho "bench at $PUBLIC_BENCH_ORIGIN" > "$4/index.html"\n';
const BUILD_FOREVER = '#!/bin/sh\nexec sleep 1000\n';

// A busy machine takes long to start two of everything.
vi.setConfig({ testTimeout: 300_000 });

interface Started {
  child: ChildProcess;
  port: number;
  said: string;
}

let root: string;
let all: Started[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'roundtrip-start-'));
  await mkdir(join(root, 'node_modules/.bin'), { recursive: true });
  await mkdir(join(root, 'tmp'));
  const parts = ['wrangler.jsonc', 'package.json', 'bench-workers', 'src', 'node_modules/workerd'];
  for (const part of parts) await symlink(join(process.cwd(), part), join(root, part));
});
afterEach(async () => {
  for (const { child } of all) child.kill('SIGKILL');
  all = [];
  // What it left is deleted by what watches over it.
  await eventually(async () => expect(await folders()).toEqual([]));
  await rm(root, { recursive: true });
});

async function buildsWith(script: string): Promise<void> {
  const astro = join(root, 'node_modules/.bin/astro');
  await writeFile(astro, script);
  await chmod(astro, 0o755);
}

/** Starts it; below npm a shell stands between the two. */
function start(port: number, { belowNpm = false } = {}): Started {
  const file = new URL('index.ts', import.meta.url).pathname;
  const command = [process.execPath, '--import', import.meta.resolve('tsx'), file];
  const shell = ['/bin/sh', '-c', '"$@"; exit $?', 'sh'];
  const [first = '', ...others] = belowNpm ? [...shell, ...shell, ...command] : command;
  const child = spawn(first, others, {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      TMPDIR: join(root, 'tmp'),
      npm_lifecycle_event: belowNpm ? 'start' : undefined,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const started: Started = { child, port, said: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (started.said += text));
  }
  all.push(started);
  return started;
}

/** Waits until it says something, for as long as it lives. */
function says(started: Started, text: string): Promise<void> {
  const { child } = started;
  return new Promise((resolve, reject) => {
    const look = () => {
      if (started.said.includes(text)) resolve();
    };
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', look);
    child.once('close', () => reject(new Error(`ended without "${text}": ${started.said}`)));
    look();
  });
}

/** Folders of built pages, and temporary ones of bench and pages; tsx and Node keep caches there. */
async function folders(): Promise<string[]> {
  const sites = await readdir(join(root, '.local')).catch(() => []);
  const temporary = await readdir(join(root, 'tmp'));
  return [...sites, ...temporary.filter((name) => /^(roundtrip|miniflare|wrangler)/.test(name))];
}

const pageAt = async (port: number) => (await fetch(`http://localhost:${port}/`)).text();

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Sends a signal, and waits until the process is gone and no folder is left but those of others. */
async function end(
  { child }: Started,
  signal: NodeJS.Signals,
  children: RegExp,
  others: readonly string[] = [],
): Promise<void> {
  const own = async () => (await folders()).filter((folder) => !others.includes(folder));
  const started = await eventually(async () => {
    const found = await childrenOf(child.pid, children);
    expect(found.length).toBeGreaterThanOrEqual(2);
    return found;
  });
  expect(await own()).not.toEqual([]);
  const ended = once(child, 'close');
  child.kill(signal);
  await ended;
  await eventually(() => expect(started.filter(isAlive)).toEqual([]));
  await eventually(async () => expect(await own()).toEqual([]));
}

const health = async (port: number) =>
  (await fetch(`http://localhost:${port + 1}/bench/health`)).status;

it('serves its own pages beside another start, starts workerd again, and leaves nothing behind', async () => {
  await buildsWith(BUILD);
  const one = start(await findFreePair());
  await says(one, 'Ctrl-C stops both.');
  const others = await folders();
  const other = start(await findFreePair());
  await says(other, 'Ctrl-C stops both.');
  for (const { port } of [one, other]) {
    expect(await pageAt(port)).toContain(`bench at http://localhost:${port + 1}`);
  }
  expect(await health(other.port)).toBe(200);
  const [bench = NaN] = await childrenOf(other.child.pid, /workerd serve --control-fd/);
  process.kill(bench, 'SIGKILL');
  await says(other, 'Bench: started again at');
  expect(other.said).toContain('Bench: workerd ended by itself');
  expect(await health(other.port)).toBe(200);
  expect(await pageAt(other.port)).toContain('bench at');
  await end(other, 'SIGINT', /workerd serve/, others);
  expect(other.child.exitCode).toBe(0);
  await end(one, 'SIGKILL', /workerd serve/);
  const used = ['bench-workers', 'node_modules', 'package.json', 'src', 'tmp', 'wrangler.jsonc'];
  expect(await readdir(root)).toEqual(['.local', ...used]);
});

it('ends when npm is killed, and leaves nothing behind', async () => {
  await buildsWith(BUILD);
  const started = start(await findFreePair(), { belowNpm: true });
  await says(started, 'Ctrl-C stops both.');
  await end(started, 'SIGKILL', /workerd serve/);
});

it('says that its port is taken while another start still builds, and a kill leaves nothing', async () => {
  await buildsWith(BUILD_FOREVER);
  const first = start(await findFreePair());
  await says(first, 'Building the site');
  const second = start(first.port);
  await once(second.child, 'close');
  expect([second.child.exitCode, second.said]).toEqual([
    1,
    `port ${first.port + 1} is taken: stop what uses it, or choose another with PORT=9000 npm start\n`,
  ]);
  await end(first, 'SIGKILL', /workerd serve|sleep 1000/);
});
