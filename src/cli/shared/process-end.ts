/** The end of this process: what must not outlive it, and the signals that end it. */
import {
  type ChildProcess,
  execFile,
  type ExecFileOptions,
  spawn,
  type SpawnOptions,
} from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * However this process ends, some processes and folders must not outlive it: SIGKILL tells nobody, but
 * it closes a pipe. This shell reads from that pipe, in a session of its own so that no Ctrl-C reaches
 * it, then ends the processes and deletes the folders that it was told of.
 */
const SCRIPT = `
pids=
while read -r what value; do
  case $what in
    process) pids="$pids $value" ;;
    ended) left=; for pid in $pids; do [ "$pid" = "$value" ] || left="$left $pid"; done; pids=$left ;;
    folder) set -- "$@" "$value" ;;
  esac
done
for pid in $pids; do kill -9 "$pid" 2>/dev/null; done
for folder; do
  rm -rf -- "$folder" || { sleep 1; rm -rf -- "$folder"; }
done
`;

let cleaner: ChildProcess | undefined;

/** Time between two looks at whether the parent still runs, in ms. */
const LOOK_MS = 250;

/**
 * Ends this process, as a closed terminal would, once npm has ended. npm hands SIGINT and SIGTERM on, but
 * neither SIGHUP nor its death by SIGKILL, and a shell between npm and this process hands nothing on.
 */
function endWithNpm(): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    process.kill(process.pid, 'SIGHUP');
  }, LOOK_MS);
  look.unref();
}

function tell(line: string): void {
  // Windows has neither this shell nor these signals.
  if (process.platform === 'win32') return;
  if (cleaner === undefined) {
    cleaner = spawn('/bin/sh', ['-c', SCRIPT, 'cleaner'], {
      detached: true,
      cwd: '/',
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    // It waits for this process; this process does not wait for it.
    cleaner.unref();
    (cleaner.stdin as Socket).unref();
    // Without it all is as it would be anyway.
    cleaner.on('error', () => undefined);
    cleaner.stdin?.on('error', () => undefined);
    endWithNpm();
  }
  cleaner.stdin?.write(`${line}\n`);
}

/** @param pid negative for a whole group. @returns called once it has ended: another may get the same id */
export function endWithThis(pid: number): () => void {
  tell(`process ${pid}`);
  return () => tell(`ended ${pid}`);
}

/** Makes a folder that is deleted once it is not needed, when this process ends at the latest. */
export async function temporaryFolder(name: string, within: string = tmpdir()) {
  await mkdir(within, { recursive: true });
  const path = await mkdtemp(join(within, `${name}-`));
  tell(`folder ${path}`);
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 3 });
  return { path, remove, [Symbol.asyncDispose]: remove };
}

interface Ended {
  /** True if it ended with exit code 0, in time. */
  ok: boolean;
  stdout: string;
  stderr: string;
}

const execute = promisify(execFile);
/** Most that a command may print, in bytes. */
const MOST_PRINTED = 256 * 2 ** 20;

/** Runs a command, which ends with this process at the latest. @param options `aloud` prints on stderr all that it prints */
export async function runToEnd(
  file: string,
  args: readonly string[],
  { aloud = false, env = {}, ...options }: ExecFileOptions & { aloud?: boolean } = {},
): Promise<Ended> {
  const running = execute(file, args, {
    ...options,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: MOST_PRINTED,
  });
  const { child } = running;
  child.stdin?.end();
  for (const stream of aloud ? [child.stdout, child.stderr] : []) {
    stream?.on('data', (text: string) => process.stderr.write(text));
  }
  const release = child.pid === undefined ? undefined : endWithThis(child.pid);
  try {
    return { ok: true, ...(await running) };
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & Partial<Ended>;
    return { ok: false, stdout, stderr: stderr === '' && stdout === '' ? message : stderr };
  } finally {
    release?.();
  }
}

/**
 * Starts a command in a group of its own, so that a signal ends all that it has started as well. None of it
 * outlives this process.
 *
 * @param signal has the group interrupted, as Ctrl-C would, when it aborts
 */
export function startGroup(
  file: string,
  args: readonly string[],
  options: SpawnOptions,
  signal: AbortSignal,
): ChildProcess {
  const child = spawn(file, args, { ...options, detached: true });
  const { pid } = child;
  if (pid === undefined) return child;
  const release = endWithThis(-pid);
  const end = (name: NodeJS.Signals) => {
    try {
      process.kill(-pid, name);
    } catch {
      // Nobody of the group is left.
    }
  };
  const interrupt = () => end('SIGINT');
  signal.addEventListener('abort', interrupt);
  child.once('exit', () => {
    signal.removeEventListener('abort', interrupt);
    end('SIGKILL');
    release();
  });
  return child;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export const EXIT_INTERRUPTED = 130;

/**
 * Within this many ms a further signal is the same Ctrl-C: the terminal sends it to everyone, and
 * npm and tsx pass theirs on as well.
 */
const SAME_PRESS_MS = 500;

/** Grace after SIGTERM, in ms: a supervisor sends SIGKILL soon after it. */
const TO_END_MS = 2500;

/**
 * Turns the first Ctrl-C into an abort; a second one ends the process at once. Any other signal ends it as well,
 * after its grace. Once what is returned is disposed of, signals do again what they do otherwise.
 */
export function catchInterrupt(onFirst: () => void = () => undefined) {
  const controller = new AbortController();
  let firstAt: number | undefined;
  const onSignal = (name: NodeJS.Signals) => {
    const now = performance.now();
    if (name !== 'SIGINT') setTimeout(() => process.exit(EXIT_INTERRUPTED), TO_END_MS).unref();
    if (firstAt === undefined) {
      firstAt = now;
      onFirst();
      controller.abort();
    } else if (now - firstAt > SAME_PRESS_MS) process.exit(EXIT_INTERRUPTED);
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => SIGNALS.forEach((name) => process.removeListener(name, onSignal)),
  };
}

/** Resolves to the result of a step. @throws Error if it takes longer, because foreign code may never settle */
export async function settledIn<Answer>(step: () => Promise<Answer>, ms: number): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`got no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([step(), late]);
  } finally {
    clearTimeout(timer);
  }
}
