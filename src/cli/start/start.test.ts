/** `npm start` in a checkout whose pages are built at once, or never. */
import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findFreePair } from '../shared/ports.ts';
import { childrenOf, spawnCli, type Spawned } from '../shared/testing/spawn-cli.ts';
import { eventually } from '../../testing/eventually.ts';

/** Empties the folder it builds into, as Astro does. */
const BUILD =
  '#!/bin/sh\nrm -rf "$4"\nmkdir -p "$4"\necho "bench at $PUBLIC_BENCH_ORIGIN" > "$4/index.html"\n';
const BUILD_FOREVER = '#!/bin/sh\nexec sleep 1000\n';

let root: string;
let started: Spawned[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'roundtrip-start-'));
  await mkdir(join(root, 'node_modules/.bin'), { recursive: true });
  const parts = ['wrangler.jsonc', 'package.json', 'bench-workers', 'src', 'node_modules/workerd'];
  for (const part of parts) await symlink(join(process.cwd(), part), join(root, part));
});
afterEach(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await Promise.all(started.map(({ ended }) => ended));
  started = [];
  await eventually(async () => expect(await sites()).toEqual([]));
  await rm(root, { recursive: true });
});

async function buildsWith(script: string): Promise<void> {
  const astro = join(root, 'node_modules/.bin/astro');
  await writeFile(astro, script);
  await chmod(astro, 0o755);
}

function start(port: number): Spawned {
  const spawned = spawnCli('start', [], root, { PORT: String(port) });
  started.push(spawned);
  return spawned;
}

/** Folders of built pages. */
const sites = () => readdir(join(root, '.local')).catch(() => []);

const pageAt = async (port: number) => (await fetch(`http://localhost:${port}/`)).text();
const served = (port: number) =>
  eventually(async () => expect(await pageAt(port)).toContain(`:${port + 1}`));

it(
  'serves its own pages beside another start in the same checkout',
  { timeout: 150_000 },
  async () => {
    await buildsWith(BUILD);
    const [one, other] = [await findFreePair(), await findFreePair()];
    start(one);
    await served(one);
    start(other);
    await served(other);
    expect(await pageAt(one)).toContain(`bench at http://localhost:${one + 1}`);
  },
);

it('says that its port is taken while another start still builds, and a kill leaves nothing', async () => {
  await buildsWith(BUILD_FOREVER);
  const port = await findFreePair();
  const first = start(port);
  await first.says('Building the site');
  const second = await start(port).ended;
  expect([second.code, second.stderr]).toEqual([
    1,
    `port ${port + 1} is taken: stop what uses it, or choose another with PORT=9000 npm start\n`,
  ]);
  const left = await eventually(async () => {
    const found = await childrenOf(first.child.pid, /workerd serve|sleep 1000/);
    expect(found).toHaveLength(2);
    return found;
  });
  expect(await sites()).toHaveLength(1);
  first.child.kill('SIGKILL');
  const alive = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await eventually(() => expect(left.filter(alive)).toEqual([]));
});
