/** `npm start` in a checkout whose pages are built at once, or never. */
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { allCases } from '../../testing/all-cases.ts';
import { findFreePair } from '../shared/ports.ts';
import { childrenOf, expectGone, spawnProgram } from '../shared/testing/spawn-cli.ts';
import { eventually } from '../../testing/eventually.ts';
import { keepRunning } from './index.ts';

/** Empties the folder it builds into, as Astro does. */
const BUILD =
  '#!/bin/sh\nrm -rf "$4"\nmkdir -p "$4"\necho "bench at $PUBLIC_BENCH_ORIGIN" > "$4/index.html"\n';
const BUILD_FOREVER = '#!/bin/sh\nexec sleep 1000\n';

// A busy machine takes long to start two of everything.
vi.setConfig({ testTimeout: 300_000 });

let root: string;

beforeEach(async ({ onTestFinished }) => {
  // In a folder whose name is odd, and fits all the same.
  root = await mkdtemp(join(tmpdir(), 'roundtrip start (é) %41-'));
  await mkdir(join(root, 'node_modules/.bin'), { recursive: true });
  await mkdir(join(root, 'tmp'));
  const parts = ['wrangler.jsonc', 'package.json', 'bench-workers', 'src'];
  const packages = ['node_modules/workerd', 'node_modules/tsx'];
  for (const part of [...parts, ...packages])
    await symlink(join(process.cwd(), part), join(root, part));
  onTestFinished(async () => {
    await eventually(async () => expect(await folders()).toEqual([]));
    await rm(root, { recursive: true });
  });
});

function start(port: number) {
  const env = { ...process.env, PORT: String(port), TMPDIR: join(root, 'tmp') };
  const started = spawnProgram('npm', ['start'], { cwd: root, env });
  onTestFinished(() => void started.child.kill('SIGKILL'));
  return { ...started, port };
}

const buildsWith = (script: string) =>
  writeFile(join(root, 'node_modules/.bin/astro'), script, { mode: 0o755 });

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
    const { child, port, says } = each;
    await says('Ctrl-C stops both.');
    expect(await pageAt(port)).toContain(`bench at http://localhost:${port + 1}`);
    // All three are killed. Wrangler starts those of the pages again, but these answer nothing.
    const before = await childrenOf(child.pid, /workerd serve/);
    expect(before).toHaveLength(3);
    for (const pid of before) process.kill(pid, 'SIGKILL');
    await says('Bench: workerd ended with signal SIGKILL. Starting it again …');
    await says(`Pages: started again at http://localhost:${port}`);
    await eventually(async () => {
      expect(await pageAt(port)).toContain('bench at');
      expect((await fetch(`http://localhost:${port + 1}/bench/about`)).ok).toBe(true);
    });
  }
  const started = await Promise.all(starts.map(({ child }) => childrenOf(child.pid, /./)));
  for (const [at, name] of signals.entries()) starts[at]?.child.kill(name);
  const ends = await Promise.all(starts.map(({ ended }) => ended));
  expect(ends.map(({ code }) => code)).toEqual(signals.map(() => 0));
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
  await first.says('Building the site');
  const { code, stderr } = await start(first.port).ended;
  expect([code, stderr]).toEqual([
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
