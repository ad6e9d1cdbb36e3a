import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Meter } from '../../harness/plan/index.ts';
import { messagesOf, READY, type Runtime } from './names.ts';
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
  return () => said;
}

/** How a process ended, as a sentence goes on after its name: `ended with code 1: what it said last`. */
export function endOf(code: number | null, signal: string | null, said: string): string {
  const how = signal === null ? `code ${code}` : `signal ${signal}`;
  const last = said.trim();
  return `ended with ${how}${last === '' ? '' : `: ${last}`}`;
}

/** A process that serves one connection, started for it and ended with it. */
export class Child {
  /** Its streams are nobody else’s. */
  readonly process: ChildProcess & { stdin: Writable; stdout: Readable; stderr: Readable };
  /** Resolves once it has ended, however it did, with a sentence without a full stop. */
  readonly ended: Promise<string>;
  readonly #said: () => string;
  #closed = false;

  /**
   * Starts it. Once it has ended by itself, the meter hears how.
   *
   * @param serving system and transport, a file in `servers/`; or an arm from outside
   * @param module path of the module that has both ends of that
   */
  constructor(runtime: Runtime, serving: string, meter: Meter, module?: string) {
    const { file, args } = commandOf(runtime);
    const messages = messagesOf(serving);
    const child = spawn(
      file,
      [...args, SERVE, serving, ...(module === undefined ? [] : [module])],
      {
        stdio: ['pipe', 'pipe', 'pipe', ...(messages ? (['ipc'] as const) : [])],
        ...(messages && { serialization: messages }),
        env: { ...process.env, NO_COLOR: '1' },
      },
    );
    this.process = child as unknown as Child['process'];
    const said = lastOf(this.process.stderr);
    this.#said = said;
    const { promise, resolve } = Promise.withResolvers<string>();
    this.ended = promise;
    // Of one that runs, an error is of a message that its channel did not take: its end is told below.
    child.on('error', ({ message: why }) => {
      if (child.pid === undefined) resolve(`the other process did not start: ${why}`);
    });
    // Deno tells of no `close` where the other end left a message unread.
    child.on('exit', (code, signal) => {
      const tell = () =>
        resolve(`the other process ${endOf(code, signal, said().replace(READY, ''))}`);
      if (this.process.stderr.closed) tell();
      else this.process.stderr.once('close', tell);
    });
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
   * Resolves once it serves, as it says itself.
   *
   * @throws Error with what it said last, where it ends before
   */
  ready(): Promise<void> {
    const said = new Promise<void>((resolve) => {
      const look = () => {
        if (this.#said().includes(READY)) resolve();
      };
      this.process.stderr.on('data', look);
      look();
    });
    return this.before(said);
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
