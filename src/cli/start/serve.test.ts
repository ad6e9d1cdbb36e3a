import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findFreePair } from '../shared/ports.ts';
import { childrenOf } from '../shared/testing/spawn-cli.ts';

let scratch: string;
let child: ChildProcess;
let [said, port] = ['', 0];

beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'roundtrip-serve-'));
  const site = join(scratch, 'site');
  await mkdir(site);
  await mkdir(join(scratch, 'tmp'));
  await writeFile(join(site, 'index.html'), '<!doctype html><title>Served</title>');
  await writeFile(join(site, '404.html'), '<!doctype html><title>Not found</title>');
  port = await findFreePair();
  said = '';
  const file = new URL('testing/serve-folder.ts', import.meta.url).pathname;
  const args = ['--import', import.meta.resolve('tsx'), file, site, String(port)];
  child = spawn(process.execPath, args, {
    env: { ...process.env, TMPDIR: join(scratch, 'tmp') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  await vi.waitFor(() => expect(said).toContain('Ctrl-C stops both.'), { timeout: 30_000 });
});
afterEach(async () => {
  child.kill('SIGKILL');
  // What it left is deleted by what watches over it.
  await vi.waitFor(async () => expect(await folders()).toEqual([]), { timeout: 10_000 });
  await rm(scratch, { recursive: true });
});

/** Temporary folders of the bench and the pages; tsx and Node keep caches there. */
async function folders(): Promise<string[]> {
  const all = await readdir(join(scratch, 'tmp'));
  return all.filter((name) => /^(roundtrip|miniflare|wrangler)/.test(name));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Sends a signal, and waits until the process is gone and nothing of it is left. */
async function end(signal: NodeJS.Signals): Promise<void> {
  const started = await childrenOf(child.pid, /workerd serve/);
  expect(started.length).toBeGreaterThanOrEqual(2);
  expect(await folders()).not.toEqual([]);
  const ended = once(child, 'close');
  child.kill(signal);
  await ended;
  await vi.waitFor(() => expect(started.filter(isAlive)).toEqual([]), { timeout: 10_000 });
  await vi.waitFor(async () => expect(await folders()).toEqual([]), { timeout: 10_000 });
}

describe('what is served', () => {
  it('leaves nothing behind when it is killed', () => end('SIGKILL'));

  it('says that workerd is gone, starts it again, and leaves nothing behind at Ctrl-C', async () => {
    const health = async () => (await fetch(`http://localhost:${port + 1}/bench/health`)).status;
    expect(await health()).toBe(200);
    const [bench = NaN] = await childrenOf(child.pid, /workerd serve --control-fd/);
    process.kill(bench, 'SIGKILL');
    await vi.waitFor(() => expect(said).toContain('Bench: started again at'), { timeout: 20_000 });
    expect(said).toContain('Bench: workerd ended by itself');
    expect(await health()).toBe(200);
    expect(await (await fetch(`http://localhost:${port}/`)).text()).toContain('Served');
    await end('SIGINT');
    expect(child.exitCode).toBe(0);
  });
});
