/** `npm start` in a checkout whose pages are built at once, or never. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { allCases } from '../../testing/all-cases.ts';
import { findFreePair } from '../shared/ports.ts';
import { childrenOf, expectGone } from '../shared/testing/spawn-cli.ts';
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
  // In a folder whose name is odd, and fits all the same.
  root = await mkdtemp(join(tmpdir(), 'roundtrip start (é) %41-'));
  await mkdir(join(root, 'node_modules/.bin'), { recursive: true });
  await mkdir(join(root, 'tmp'));
  const parts = ['wrangler.jsonc', 'package.json', 'bench-workers', 'src'];
  const packages = ['node_modules/workerd', 'node_modules/tsx'];
  for (const part of [...parts, ...packages])
    await symlink(join(process.cwd(), part), join(root, part));
});
afterEach(async () => {
  for (const { child } of all) child.kill('SIGKILL');
  all = [];
  await eventually(async () => expect(await folders()).toEqual([]));
  await rm(root, { recursive: true });
});

function start(port: number): Started {
  const child = spawn('npm', ['start'], {
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
const SOON_MS = 5000;
const isAnswered = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(SOON_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
const BENCH = /workerd serve --control-fd/;

it('serves its own pages beside another start, and leaves nothing behind', async () => {
  await buildsWith(BUILD);
  const both = [start(await findFreePair()), start(await findFreePair())];
  for (const each of both) {
    await says(each, 'Ctrl-C stops both.');
    expect(await pageAt(each.port)).toContain(`bench at http://localhost:${each.port + 1}`);
  }
  const started = await Promise.all(both.map(({ child }) => childrenOf(child.pid, /./)));
  const ended = both.map(({ child }) => once(child, 'close'));
  for (const [at, name] of (['SIGINT', 'SIGTERM'] as const).entries()) both[at]?.child.kill(name);
  await Promise.all(ended);
  expect(both.map(({ child }) => child.exitCode)).toEqual([0, 0]);
  expect(await folders()).toEqual([]);
  await expectGone(started.flat());
  const used = ['bench-workers', 'node_modules', 'package.json', 'src', 'tmp', 'wrangler.jsonc'];
  expect(await readdir(root)).toEqual(['.local', ...used]);
});

it('starts again what ends by itself, until a bench has ended five times in a minute', async () => {
  await buildsWith(BUILD);
  const started = start(await findFreePair());
  await says(started, 'Ctrl-C stops both.');
  const { child, port } = started;
  const ended = once(child, 'close');
  const addresses = [`http://localhost:${port}/`, `http://localhost:${port + 1}/bench/about`];
  const answers = () => Promise.all(addresses.map(isAnswered));
  // Those of the pages too: wrangler starts them again by itself, and they answer nothing.
  const before = await childrenOf(child.pid, /workerd serve/);
  expect(before).toHaveLength(3);
  for (const pid of before) process.kill(pid, 'SIGKILL');
  await expectGone(before);
  await eventually(async () => expect(await answers()).toEqual([true, true]));
  await says(started, 'Bench: workerd ended with signal SIGKILL. Starting it again …');
  await says(started, `Pages: started again at http://localhost:${port}`);
  while (child.exitCode === null) {
    const [bench] = await childrenOf(child.pid, BENCH);
    if (bench === undefined || !(await answers()).every(Boolean)) continue;
    process.kill(bench, 'SIGKILL');
    await expectGone([bench]);
  }
  await ended;
  expect(child.exitCode).toBe(1);
  expect(started.said).toContain(
    'Bench: ended 5 times in a minute, so it is not started again; the last time, workerd ended with signal SIGKILL',
  );
  expect(started.said.split('Bench: started again at').length).toBeGreaterThan(4);
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
