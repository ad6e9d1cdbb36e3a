/** `npm start` in a checkout whose pages are built at once, or never. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { allCases } from '../../testing/all-cases.ts';
import { keepRunning } from '../shared/keep-running.ts';
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

/** Signals, each for a start of its own beside the others. */
const signals = allCases ? (['SIGINT', 'SIGTERM'] as const) : (['SIGINT'] as const);

it('serves its own pages, starts again what ends by itself, and leaves nothing behind', async () => {
  await buildsWith(BUILD);
  const starts = await Promise.all(signals.map(async () => start(await findFreePair())));
  for (const each of starts) {
    await says(each, 'Ctrl-C stops both.');
    const { child, port } = each;
    expect(await pageAt(port)).toContain(`bench at http://localhost:${port + 1}`);
    // All three are killed. Wrangler starts those of the pages again, but these answer nothing.
    const before = await childrenOf(child.pid, /workerd serve/);
    expect(before).toHaveLength(3);
    for (const pid of before) process.kill(pid, 'SIGKILL');
    await says(each, 'Bench: workerd ended with signal SIGKILL. Starting it again …');
    await says(each, `Pages: started again at http://localhost:${port}`);
    await eventually(async () => {
      expect(await pageAt(port)).toContain('bench at');
      expect((await fetch(`http://localhost:${port + 1}/bench/about`)).ok).toBe(true);
    });
  }
  const started = await Promise.all(starts.map(({ child }) => childrenOf(child.pid, /./)));
  const ended = starts.map(({ child }) => once(child, 'close'));
  for (const [at, name] of signals.entries()) starts[at]?.child.kill(name);
  await Promise.all(ended);
  expect(starts.map(({ child }) => child.exitCode)).toEqual(signals.map(() => 0));
  expect(await folders()).toEqual([]);
  await expectGone(started.flat());
  const used = ['bench-workers', 'node_modules', 'package.json', 'src', 'tmp', 'wrangler.jsonc'];
  expect(await readdir(root)).toEqual(['.local', ...used]);
});

it('gives a server up that has ended five times in a minute', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => said.mockRestore());
  const restart = vi.fn(async () => undefined);
  const server = { origin: 'http://localhost:1', lost: async () => 'it crashed', restart };
  await expect(keepRunning('Bench', server)).rejects.toThrow(
    'Bench: ended 5 times in a minute, so it is not started again; the last time, it crashed',
  );
  expect(restart).toHaveBeenCalledTimes(4);
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
  await expectGone(started);
  await eventually(async () => expect(await folders()).toEqual([]));
});
