import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Meter } from '../../harness/plan/index.ts';
import type { Runtime } from './names.ts';
import { commandOf } from './runtimes.ts';

const SERVE = fileURLToPath(new URL('serve.ts', import.meta.url));
/** Characters of what a process said last that are kept. */
const KEPT = 2000;

/** Keeps the end of what a stream says. */
export function lastOf(stream: Readable): () => string {
  let said = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-KEPT);
  });
  return () => said.trim();
}

/** How a process ended, as a sentence goes on after its name: `ended with code 1: what it said last`. */
export function endOf(code: number | null, signal: string | null, said: string): string {
  const how = signal === null ? `code ${code}` : `signal ${signal}`;
  return `ended with ${how}${said === '' ? '' : `: ${said}`}`;
}

/** A process that serves one connection, started for it and ended with it. */
export class Child {
  /** Its streams are nobody else’s. */
  readonly process: ChildProcess & { stdin: Writable; stdout: Readable; stderr: Readable };
  /** Resolves once it has ended, however it did, with a sentence without a full stop. */
  readonly ended: Promise<string>;
  #closed = false;

  /**
   * Starts it. Once it has ended by itself, the meter hears how.
   *
   * @param serving system and transport, a file in `servers/`; or an arm and its module from outside
   * @param message whether it has a channel for `process.send` besides its pipes
   */
  constructor(runtime: Runtime, serving: readonly string[], meter: Meter, message = false) {
    const { file, args } = commandOf(runtime);
    const child = spawn(file, [...args, SERVE, ...serving], {
      stdio: ['pipe', 'pipe', 'pipe', ...(message ? (['ipc'] as const) : [])],
      env: { ...process.env, NO_COLOR: '1' },
    });
    this.process = child as unknown as Child['process'];
    const said = lastOf(this.process.stderr);
    const { promise, resolve } = Promise.withResolvers<string>();
    this.ended = promise;
    child.on('error', ({ message: why }) => resolve(`the other process did not start: ${why}`));
    child.on('close', (code, signal) =>
      resolve(`the other process ${endOf(code, signal, said())}`),
    );
    // What cannot be written any more is lost with the process, of which the meter hears.
    this.process.stdin.on('error', () => undefined);
    void promise.then((how) => {
      if (!this.#closed) meter.lost(how);
    });
  }

  /** @throws Error that says how it ended, if it does before the promise is settled */
  before<Value>(promise: Promise<Value>): Promise<Value> {
    return Promise.race([promise, this.ended.then((how) => Promise.reject(new Error(how)))]);
  }

  /**
   * Where it listens, as its first line says; what it prints later is dropped.
   *
   * @throws Error with what it said last, where it ends before
   */
  listening(): Promise<string> {
    const where = new Promise<string>((resolve) => {
      let line = '';
      this.process.stdout.setEncoding('utf8').on('data', (text: string) => {
        line += line.includes('\n') ? '' : text;
        const [, place] = /^listening (.*)\n/m.exec(line) ?? [];
        if (place !== undefined) resolve(place);
      });
    });
    return this.before(where);
  }

  /** Ends it at once: some libraries never let their process end by itself. */
  close(): void {
    this.#closed = true;
    this.process.kill('SIGKILL');
  }
}
