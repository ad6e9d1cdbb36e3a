import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findFreePair } from '../shared/ports.ts';
import { childrenOf } from '../shared/testing/spawn-cli.ts';
import { eventually } from '../../testing/eventually.ts';

let scratch: string;
let child: ChildProcess;
let [said, port] = ['', 0];

beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'roundtrip-serve-'));
  for (const name of ['site', 'tmp', 'cwd']) await mkdir(join(scratch, name));
  await writeFile(join(site(), 'index.html'), '<!doctype html><title>Served</title>');
  await writeFile(join(site(), '404.html'), '<!doctype html><title>Not found</title>');
  port = await findFreePair();
  said = '';
});
afterEach(async () => {
  child.kill('SIGKILL');
  // What it left is deleted by what watches over it.
  await eventually(async () => expect(await folders()).toEqual([]));
  await rm(scratch, { recursive: true });
});

/** Starts it, in a folder of its own; below npm a shell stands between the two. */
async function start({ belowNpm = false } = {}): Promise<void> {
  const file = new URL('testing/serve-folder.ts', import.meta.url).pathname;
  const args = [import.meta.resolve('tsx'), file, process.cwd(), site(), String(port)];
  const command = [process.execPath, '--import', ...args];
  const shell = ['/bin/sh', '-c', '"$@"; exit $?', 'sh'];
  const [first = '', ...others] = belowNpm ? [...shell, ...shell, ...command] : command;
  child = spawn(first, others, {
    cwd: join(scratch, 'cwd'),
    env: {
      ...process.env,
      TMPDIR: join(scratch, 'tmp'),
      npm_lifecycle_event: belowNpm ? 'start' : undefined,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  await eventually(() => expect(said).toContain('Ctrl-C stops both.'));
}

const site = () => join(scratch, 'site');

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
  expect(await readdir(join(scratch, 'cwd'))).toEqual([]);
  const ended = once(child, 'close');
  child.kill(signal);
  await ended;
  await eventually(() => expect(started.filter(isAlive)).toEqual([]));
  await eventually(async () => expect(await folders()).toEqual([]));
}

describe('what is served', () => {
  it('leaves nothing behind when it is killed', async () => {
    await start();
    await end('SIGKILL');
  });

  it('ends when npm is killed, and leaves nothing behind', async () => {
    await start({ belowNpm: true });
    await end('SIGKILL');
  });

  it('says that workerd is gone, starts it again, and leaves nothing behind at Ctrl-C', async () => {
    await start();
    const health = async () => (await fetch(`http://localhost:${port + 1}/bench/health`)).status;
    expect(await health()).toBe(200);
    const [bench = NaN] = await childrenOf(child.pid, /workerd serve --control-fd/);
    process.kill(bench, 'SIGKILL');
    await eventually(() => expect(said).toContain('Bench: started again at'));
    expect(said).toContain('Bench: workerd ended by itself');
    expect(await health()).toBe(200);
    expect(await (await fetch(`http://localhost:${port}/`)).text()).toContain('Served');
    await end('SIGINT');
    expect(child.exitCode).toBe(0);
  });
});
