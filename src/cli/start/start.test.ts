/** `npm start` in a checkout whose pages are built at once, or never. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { allCases } from '../../testing/all-cases.ts';
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
  await eventually(async () => expect(await folders()).toEqual([]));
  await rm(root, { recursive: true });
});

function start(port: number): Started {
  const file = new URL('index.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), file], {
    cwd: root,
    env: { ...process.env, PORT: String(port), TMPDIR: join(root, 'tmp') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const started: Started = { child, port, said: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (started.said += text));
  }
  all.push(started);
  return started;
}

const buildsWith = (script: string) =>
  writeFile(join(root, 'node_modules/.bin/astro'), script, { mode: 0o755 });

/** Waits until it says something, for as long as it lives. */
function says(started: Started, text: string): Promise<void> {
  const { child } = started;
  return new Promise((resolve, reject) => {
    const look = () => void (started.said.includes(text) && resolve());
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

it('serves its own pages beside another start, and leaves nothing behind', async () => {
  await buildsWith(BUILD);
  const [one, other] = [start(await findFreePair()), start(await findFreePair())];
  for (const each of [one, other]) {
    await says(each, 'Ctrl-C stops both.');
    expect(await pageAt(each.port)).toContain(`bench at http://localhost:${each.port + 1}`);
  }
  const ended = [one, other].map(({ child }) => once(child, 'close'));
  one.child.kill('SIGINT');
  const [bench = NaN] = await childrenOf(other.child.pid, /workerd serve --control-fd/);
  process.kill(bench, 'SIGKILL');
  await Promise.all(ended);
  expect([one, other].map(({ child }) => child.exitCode)).toEqual([0, 1]);
  expect(other.said).toContain('Bench: workerd ended by itself; start again: ');
  expect(await folders()).toEqual([]);
  const used = ['bench-workers', 'node_modules', 'package.json', 'src', 'tmp', 'wrangler.jsonc'];
  expect(await readdir(root)).toEqual(['.local', ...used]);
});

it.runIf(allCases)('finds its port taken while another start builds, and is killed', async () => {
  await buildsWith(BUILD_FOREVER);
  const first = start(await findFreePair());
  await says(first, 'Building the site');
  const second = start(first.port);
  await once(second.child, 'close');
  expect([second.child.exitCode, second.said]).toEqual([
    1,
    `port ${first.port + 1} is taken: stop what uses it, or choose another with PORT=9000 npm start\n`,
  ]);
  const started = await childrenOf(first.child.pid, /workerd serve|sleep 1000/);
  expect(started.length).toBeGreaterThanOrEqual(2);
  first.child.kill('SIGKILL');
  // Its watcher ends and deletes everything that it left.
  await eventually(() => {
    for (const pid of started) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
  await eventually(async () => expect(await folders()).toEqual([]));
});
