/** Processes that this one starts, on whatever runtime it is: a watch over each, its memory and its end. */
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
  /** Variables of its environment besides those of this process. */
  environment?: Readonly<Record<string, string>>;
}

/**
 * Has a process end when this one does, however that ends.
 *
 * @param pid negative for a whole group
 * @returns called once it has ended
 */
export type EndWithThis = (pid: number) => () => void;

interface ChildOptions {
  /** Its name in a sentence: `the other process`. */
  name: string;
  /** A group of its own with whatever it starts: all of it ends together, and a Ctrl-C in the terminal passes it by. */
  group?: boolean;
  endWithThis?: EndWithThis;
  cwd?: string;
  /** Three pipes where it is left out. */
  stdio?: StdioOptions;
  /** Whether its stdout is only read for what it says, as its stderr is. */
  stdoutToo?: boolean;
  /** Is handed all that it says. */
  onSaid?: ((text: string) => void) | undefined;
  /** The part of its last words that belongs into the sentence that says how it ended; all where it is left out. */
  words?: (said: string) => string;
}

/** Characters of its last words that are kept. */
const KEPT = 2000;

/** A process that was started. Its streams are nobody else’s. */
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
    // What can’t be written any more is lost with the process, which is told below.
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
    // Deno tells of no `close` where the other end left a message unread, and what a process has started
    // may keep its pipes open: only its own end counts, with what it said until then.
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

  /** Its id among the processes of this machine; undefined where it did not start. */
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

  /**
   * Ends it; resolves once it is gone.
   *
   * @param graceMs time it has to end by itself after SIGTERM, in ms; none where it is left out
   */
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

  /** The process of this key, started where it does not run. */
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

/** The file of each in its package: the program itself, because what starts it could not end it. */
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
 * @throws Error naming the file that was looked for, where the runtime is not installed
 */
export function commandOf(runtime: Runtime, ...script: readonly string[]): Command {
  const { file, args } = programs[runtime];
  const path = fileOf(runtime, file);
  if (existsSync(path)) return { file: path, args: [...args, ...script] };
  throw new Error(`${runtime}: got no file ${path}, expected the one that npm install brings`);
}

/** Where its package is not installed, this process’s own Node, or the first of that name on the PATH. */
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

/** Versions of the packages that are installed, those that runtimes come in included. */
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
