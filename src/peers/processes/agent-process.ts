import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { FromAgent } from '../agent-protocol.ts';
import { AgentClient } from '../elsewhere.ts';
import { endOf, lastOf } from './child.ts';
import { lineOf, readLines } from './lines.ts';

/**
 * Has a process end when this one does, however that ends.
 *
 * @param pid negative for a whole group
 * @returns called once it has ended
 */
export type EndWithThis = (pid: number) => () => void;

/** How a process is started. */
export interface Command {
  file: string;
  args: readonly string[];
  /** Variables of its environment besides those of this process. */
  environment?: Readonly<Record<string, string>>;
}

/** A process with three pipes, in a group of its own with whatever it starts. */
export type Piped = ChildProcess & { stdin: Writable; stdout: Readable; stderr: Readable };

/** Starts one. A Ctrl-C in the terminal passes it by: the command lets turns come to an end. */
export function spawnGroup({ file, args, environment }: Command): Piped {
  const child = spawn(file, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, ...environment },
  });
  child.stdin.on('error', () => undefined);
  return child;
}

/** Ends a process and all that it has started, at once. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody of the group is left.
  }
}

/** A process that takes the turns of a run. All that it has started is in its group, and ends with it. */
export class AgentProcess {
  readonly client: AgentClient;
  hasEnded = false;
  readonly #process: Piped;
  readonly #ended: Promise<unknown>;

  /** @param what how a sentence calls it: `the client’s process` */
  constructor(command: Command, what: string, endWithThis: EndWithThis) {
    const child = spawnGroup(command);
    const release = child.pid === undefined ? undefined : endWithThis(-child.pid);
    this.#process = child;
    this.client = new AgentClient((message) => child.stdin.write(lineOf(message)));
    readLines<FromAgent>(child.stdout, (message) => this.client.take(message));
    const said = lastOf(child.stderr);
    const lost = (how: string) => {
      this.hasEnded = true;
      killGroup(child);
      this.client.lost(`${what} ${how}`);
    };
    child.on('error', ({ message }) => lost(`did not start: ${message}`));
    // What it started may outlive it, and keeps its pipes open: only its own end counts.
    child.on('exit', (code, signal) => lost(endOf(code, signal, said())));
    // One that did not start has ended too.
    this.#ended = once(child, 'close')
      .catch(() => undefined)
      .then(release);
  }

  /** Its id among the processes of this machine; undefined where it did not start. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Ends it; resolves once it is gone. */
  async close(): Promise<void> {
    killGroup(this.#process);
    await this.#ended;
  }
}
