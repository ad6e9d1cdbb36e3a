/** Processes that this one starts: their streams, their last words and their end. */
import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { Runtime } from './names.ts';

/** How a process is started. */
export interface Command {
  file: string;
  args: readonly string[];
  /** Variables of its environment in addition to those of this process. */
  environment?: Readonly<Record<string, string>>;
}

/** Has a process end with this one, or a whole group if `pid` is negative. @returns called once it has ended */
export type EndWithThis = (pid: number) => () => void;

interface ChildOptions {
  /** Its name in a sentence: `the other process`. */
  name: string;
  /** Gives it a process group, which ends as a whole and gets no Ctrl-C of the terminal. */
  group?: boolean;
  endWithThis?: EndWithThis;
  cwd?: string;
  /** Three pipes unless given. */
  stdio?: StdioOptions;
  /** True if its stdout has only words, as its stderr has. */
  stdoutToo?: boolean;
  /** Gets all that it says. */
  onSaid?: ((text: string) => void) | undefined;
  /** The part of its last words for the sentence about its end; all unless given. */
  words?: (said: string) => string;
}

/** Characters of its last words that are kept. */
const KEPT = 2000;

/** A process that was started. */
export class Child {
  readonly process: ChildProcess & { stdin: Writable; stdout: Readable; stderr: Readable };
  /** Resolves once it has ended, however it did: `the other process ended with code 1: its last words`. */
  readonly ended: Promise<string>;
  /** The same once it is known; undefined while it runs. */
  endedHow: string | undefined;
  /** Its last words. */
  said = '';
  readonly #group: boolean;
  #closed = false;

  constructor({ file, args, environment }: Command, options: ChildOptions) {
    const { name, group = false, endWithThis, cwd, stdio = 'pipe' } = options;
    const { stdoutToo = false, onSaid, words = (said) => said } = options;
    const child = spawn(file, args, {
      stdio,
      detached: group,
      env: { ...process.env, ...environment },
      cwd,
    }) as Child['process'];
    this.process = child;
    this.#group = group;
    const { pid } = child;
    const release = pid === undefined ? undefined : endWithThis?.(group ? -pid : pid);
    for (const stream of stdoutToo ? [child.stdout, child.stderr] : [child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.said = (this.said + text).slice(-KEPT);
        onSaid?.(text);
      });
    }
    // A failed write means a lost process, which is told below.
    (child.stdin as Writable | null)?.on('error', () => undefined);
    const { promise, resolve } = Promise.withResolvers<string>();
    this.ended = promise;
    const end = (how: string) => {
      this.endedHow = `${name} ${how}`;
      release?.();
      resolve(this.endedHow);
    };
    child.on('error', ({ message }) => {
      if (child.pid === undefined) end(`did not start: ${message}`);
    });
    // Not `close`: Deno has none after an unread message, and grandchildren may keep the pipes open.
    child.on('exit', (code, signal) => {
      if (group) this.#signal('SIGKILL');
      const tell = () => {
        const how = signal === null ? `code ${code}` : `signal ${signal}`;
        const last = words(this.said).trim();
        end(`ended with ${how}${last === '' ? '' : `: ${last}`}`);
      };
      if (child.stderr.closed) tell();
      else child.stderr.once('close', tell);
    });
  }

  /** Its process id; undefined if it did not start. */
  get pid(): number | undefined {
    return this.process.pid;
  }

  /** @throws Error that says how it ended, if it does before the promise is settled */
  before<Value>(promise: Promise<Value>): Promise<Value> {
    return Promise.race([promise, this.ended.then((how) => Promise.reject(new Error(how)))]);
  }

  /** Calls back if it ends without having been closed. */
  onLoss(listener: (how: string) => void): void {
    void this.ended.then((how) => {
      if (!this.#closed) listener(how);
    });
  }

  /** Ends it; resolves once it is gone. @param graceMs time to end by itself after SIGTERM, in ms */
  async close(graceMs = 0): Promise<void> {
    this.#closed = true;
    if (this.endedHow !== undefined) return;
    this.#signal(graceMs > 0 ? 'SIGTERM' : 'SIGKILL');
    const timer = graceMs > 0 ? setTimeout(() => this.#signal('SIGKILL'), graceMs) : undefined;
    await this.ended;
    clearTimeout(timer);
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.process;
    if (!this.#group || pid === undefined) {
      this.process.kill(signal);
      return;
    }
    try {
      process.kill(-pid, signal);
    } catch {
      // Nobody of the group is left.
    }
  }
}

/** The processes of a run by their keys; one that ended by itself is started anew. */
export class Children<Each extends Child> {
  readonly #started = new Map<string, Each>();

  /** The process of this key, started unless it runs. */
  of(key: string, start: () => Each): Each {
    const known = this.#started.get(key);
    if (known !== undefined && known.endedHow === undefined) return known;
    const started = start();
    this.#started.set(key, started);
    return started;
  }

  /** Ends all of them; resolves once they are gone. */
  async close(): Promise<void> {
    await Promise.all([...this.#started.values()].map((each) => each.close()));
  }
}

/** The program in each package itself, because its launcher could not be ended with it. */
const programs = {
  node: { file: 'bin/node', args: [] },
  bun: { file: 'bin/bun.exe', args: [] },
  deno: { file: 'deno', args: ['run', '--allow-all', '--no-lock', '--quiet'] },
} as const satisfies Record<Runtime, { file: string; args: readonly string[] }>;

const require = createRequire(import.meta.url);

/**
 * The command that runs a script in a runtime.
 *
 * @param script its path, and its arguments
 * @throws Error naming the missing file, if the runtime is not installed
 */
export function commandOf(runtime: Runtime, ...script: readonly string[]): Command {
  const { file, args } = programs[runtime];
  const path = fileOf(runtime, file);
  if (existsSync(path)) return { file: path, args: [...args, ...script] };
  throw new Error(`${runtime}: got no file ${path}, expected the one that npm install brings`);
}

/** The program of an installed package, this process’s own Node, or the first on the PATH. */
function fileOf(runtime: Runtime, file: string): string {
  const manifest = manifestOf(runtime);
  if (manifest !== undefined) return join(dirname(manifest), file);
  if (runtime === 'node') return process.execPath;
  const places = (process.env['PATH'] ?? '').split(delimiter).map((place) => join(place, runtime));
  return places.find((place) => existsSync(place)) ?? runtime;
}

function manifestOf(name: string): string | undefined {
  try {
    return require.resolve(`${name}/package.json`);
  } catch {
    return undefined;
  }
}

/** Versions of the installed packages among these, runtimes included. */
export function installed(names: readonly string[]): Record<string, string> {
  const versionOf = (name: string): string | undefined => {
    const manifest = manifestOf(name);
    if (manifest !== undefined) return (require(manifest) as { version: string }).version;
    return name === 'node' ? process.versions.node : undefined;
  };
  return Object.fromEntries(
    names.flatMap((name) => {
      const version = versionOf(name);
      return version === undefined ? [] : [[name, version]];
    }),
  );
}
