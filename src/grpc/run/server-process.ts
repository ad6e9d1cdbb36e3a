import { once } from 'node:events';
import {
  type Command,
  type EndWithThis,
  killGroup,
  type Piped,
  spawnGroup,
} from '../../peers/processes/agent-process.ts';
import { endOf, lastOf } from '../../peers/processes/child.ts';
import { readLines } from '../../peers/processes/lines.ts';

/** Longest that a server may take until it listens, in ms. */
const START_MS = 20_000;

/** A process that says on which port it listens, and serves until it is ended. */
export class ServerProcess {
  /**
   * `127.0.0.1:50051`, once it listens. It rejects with what it said last, where it ends before or says
   * nothing in time.
   */
  readonly address: Promise<string>;
  /** How it ended, in a sentence without a full stop; undefined while it runs. */
  endedHow: string | undefined;
  readonly #process: Piped;
  readonly #gone: Promise<unknown>;
  readonly #listeners = new Set<(how: string) => void>();
  #closed = false;

  /**
   * @param name how a sentence calls it: `the server grpc-js`
   * @param startMs longest until it listens, in ms
   */
  constructor(command: Command, name: string, endWithThis: EndWithThis, startMs = START_MS) {
    const child = spawnGroup(command);
    const release = child.pid === undefined ? undefined : endWithThis(-child.pid);
    this.#process = child;
    const said = lastOf(child.stderr);
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    // Whoever started it may not be waiting when it ends.
    promise.catch(() => undefined);
    this.address = promise;
    const late = setTimeout(() => {
      const expected = `expected {"port": …} on its first line; ${lastLine(said())}`;
      reject(new Error(`${name}: got no port within ${startMs} ms, ${expected}`));
      killGroup(child);
    }, startMs);
    readLines<{ port?: unknown }>(child.stdout, ({ port }) => {
      clearTimeout(late);
      if (typeof port === 'number') resolve(`127.0.0.1:${port}`);
      else reject(new Error(`${name}: got the port ${String(port)}, expected a number`));
    });
    const ended = (how: string) => {
      clearTimeout(late);
      this.endedHow = `${name} ${how}`;
      reject(new Error(this.endedHow));
      if (this.#closed) return;
      for (const listener of this.#listeners) listener(this.endedHow);
    };
    child.on('error', ({ message }) => ended(`did not start: ${message}`));
    child.on('close', (code, signal) => ended(endOf(code, signal, lastLine(said()))));
    this.#gone = once(child, 'close')
      .catch(() => undefined)
      .then(release);
  }

  /** Calls back when it ends by itself. @returns stops that */
  onEnd(listener: (how: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends it; resolves once it is gone. */
  async close(): Promise<void> {
    this.#closed = true;
    killGroup(this.#process);
    await this.#gone;
  }
}

function lastLine(said: string): string {
  return said.trim().split('\n').at(-1) ?? '';
}
