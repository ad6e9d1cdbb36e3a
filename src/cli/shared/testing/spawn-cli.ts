/** Commands as tests run them: in a process of their own, as an author does, or within the test. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { format, promisify } from 'node:util';
import { expect, vi } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { scratchFolder, writeFiles } from './scratch.ts';

interface Spawned {
  child: ChildProcess;
  /** Resolves once stdout or stderr holds what is expected. Rejects when the process ends before. */
  says: (expected: RegExp | string) => Promise<void>;
  ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
}

/** Starts a command of `src/cli`. */
export function spawnCli(name: string, args: readonly string[]): Spawned {
  const file = new URL(`../../${name}/index.ts`, import.meta.url).pathname;
  return spawnProgram(process.execPath, ['--import', import.meta.resolve('tsx'), file, ...args]);
}

/** Starts a program. */
export function spawnProgram(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Spawned {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  const listeners = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
      for (const listener of listeners) listener();
    });
  }
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, ...said }));
  return {
    child,
    ended,
    says: (expected) =>
      new Promise((resolve, reject) => {
        const listener = () => {
          if (`${said.stdout}${said.stderr}`.search(expected) < 0) return;
          listeners.delete(listener);
          resolve();
        };
        listeners.add(listener);
        listener();
        void ended.then(() => reject(new Error(`ended without "${expected}": ${said.stderr}`)));
      }),
  };
}

/**
 * Runs a command within this process: one of its own would take more than a second to load. One at a time,
 * because all write to the same streams.
 *
 * @param run what the command’s `index.ts` exports
 * @param onSaid hears all of stderr each time that more is said
 */
export async function runCli(
  run: (argv: readonly string[]) => Promise<void>,
  args: readonly string[],
  cwd: string = process.cwd(),
  onSaid: (stderr: string) => void = () => undefined,
): Promise<Awaited<Spawned['ended']>> {
  const said = { stdout: '', stderr: '' };
  const before = process.cwd();
  const { log, error } = console;
  const { stdout, stderr } = process;
  const writes = { stdout: stdout.write.bind(stdout), stderr: stderr.write.bind(stderr) };
  console.log = (...texts: unknown[]) => void (said.stdout += `${format(...texts)}\n`);
  console.error = (...texts: unknown[]) => void (said.stderr += `${format(...texts)}\n`);
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (text: string | Uint8Array, ...rest: unknown[]) => {
      said[name] += String(text);
      if (name === 'stderr') onSaid(said.stderr);
      const done = rest.at(-1);
      if (typeof done === 'function') (done as () => void)();
      return true;
    };
  }
  process.chdir(cwd);
  try {
    await run(args);
    return { code: process.exitCode === undefined ? null : Number(process.exitCode), ...said };
  } finally {
    process.exitCode = undefined;
    process.chdir(before);
    Object.assign(console, { log, error });
    stdout.write = writes.stdout;
    stderr.write = writes.stderr;
  }
}

/** Ids of the processes below a process, at any depth. */
export async function childrenOf(pid: number | undefined, command: RegExp): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid=,args=']);
  const all = stdout.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line);
    return match === null
      ? []
      : [{ pid: Number(match[1]), parent: Number(match[2]), args: match[3] }];
  });
  const below = (parent: number | undefined): typeof all =>
    all.filter((each) => each.parent === parent).flatMap((each) => [each, ...below(each.pid)]);
  return below(pid).flatMap((each) => (command.test(each.args ?? '') ? each.pid : []));
}

/** A git checkout with one commit. @param atEnd see {@link scratchFolder} */
export function temporaryCheckout(atEnd?: Parameters<typeof scratchFolder>[0]) {
  const directory = scratchFolder(atEnd);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
      cwd: directory,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  git('init', '--quiet');
  writeFiles(directory, {
    'package-lock.json': '{}\n',
    '.gitignore': '*.json\n!package-lock.json\n',
  });
  git('add', '.');
  git('commit', '--quiet', '--message', 'Begin');
  return { directory, commit: git('rev-parse', 'HEAD') };
}

/** Kills a command once it has started so many processes, and waits until none of them is left. */
export async function expectNobodyLeft({ child, ended }: Spawned, count: number): Promise<void> {
  const counted = async () => {
    const ids = await childrenOf(child.pid, /./);
    if (ids.length < count) throw new Error(`got ${ids.length} processes, expected ${count}`);
    return ids;
  };
  // Killed as well where so many never come: it would measure on beside all later tests.
  const started = await vi
    .waitFor(counted, { timeout: 90_000 })
    .finally(() => child.kill('SIGKILL'));
  await ended;
  await expectGone(started);
}

/** Waits until none of these processes is left. */
export async function expectGone(pids: readonly number[]): Promise<void> {
  await eventually(() => {
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
}
