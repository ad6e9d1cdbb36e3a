import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Channel, Connection } from '../../harness/plan/index.ts';
import type { FromAgent } from '../agent-protocol.ts';
import { AgentClient } from '../elsewhere.ts';
import type { ProcessArm } from './arm.ts';
import { OUTSIDE_ARMS } from './arms.ts';
import { endOf, lastOf } from './child.ts';
import { lineOf, readLines } from './lines.ts';
import type { Runtime } from './names.ts';
import type { ProcessOperations } from './operations.ts';
import { commandOf } from './runtimes.ts';
import type { ReachesProcesses } from './through.ts';

const AGENT = fileURLToPath(new URL('agent.ts', import.meta.url));

/**
 * Has a process end when this one does, however that ends.
 *
 * @param pid negative for a whole group
 * @returns called once it has ended
 */
type EndWithThis = (pid: number) => () => void;

/**
 * The other processes of a run: for each client runtime one, started at its first use, which calls
 * and starts whatever it calls. All that a runtime’s process has started is in its group, and ends
 * with it.
 */
export class Processes implements ReachesProcesses {
  readonly #endWithThis: EndWithThis;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #agents = new Map<Runtime, AgentProcess>();

  /** @param outside arms of contestants from outside */
  constructor(endWithThis: EndWithThis, outside: readonly ProcessArm[] = []) {
    this.#endWithThis = endWithThis;
    this.#environment = { [OUTSIDE_ARMS]: JSON.stringify(outside) };
  }

  connect(arm: ProcessArm, channel: Channel): Promise<Connection<ProcessOperations>> {
    const { client } = arm;
    const running = this.#agents.get(client);
    const agent =
      running === undefined || running.hasEnded
        ? new AgentProcess(client, this.#endWithThis, this.#environment)
        : running;
    this.#agents.set(client, agent);
    return agent.client.connect(arm.id, channel);
  }

  /** Ends all of them; resolves once they are gone. */
  async close(): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.close()));
  }
}

/** The process of one client runtime. */
class AgentProcess {
  readonly client: AgentClient;
  hasEnded = false;
  readonly #process: ChildProcess;
  readonly #ended: Promise<unknown>;

  constructor(
    runtime: Runtime,
    endWithThis: EndWithThis,
    environment: Readonly<Record<string, string>>,
  ) {
    const { file, args } = commandOf(runtime);
    const child = spawn(file, [...args, AGENT], {
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own: a Ctrl-C in the terminal is for the command, which lets turns come to an end.
      detached: true,
      env: { ...process.env, ...environment },
    }) as ChildProcess & { stdin: Writable; stdout: Readable; stderr: Readable };
    const release = child.pid === undefined ? undefined : endWithThis(-child.pid);
    this.#process = child;
    this.client = new AgentClient((message) => child.stdin.write(lineOf(message)));
    readLines<FromAgent>(child.stdout, (message) => this.client.take(message));
    const said = lastOf(child.stderr);
    const lost = (how: string) => {
      this.hasEnded = true;
      this.#kill();
      this.client.lost(`the client’s process ${how}`);
    };
    child.stdin.on('error', () => undefined);
    child.on('error', ({ message }) => lost(`did not start: ${message}`));
    // What it started may outlive it, and keeps its pipes open: only its own end counts.
    child.on('exit', (code, signal) => lost(endOf(code, signal, said())));
    this.#ended = once(child, 'close').then(release, release);
  }

  async close(): Promise<void> {
    this.#kill();
    await this.#ended;
  }

  #kill(): void {
    if (this.#process.pid === undefined) return;
    try {
      process.kill(-this.#process.pid, 'SIGKILL');
    } catch {
      // Nobody of the group is left.
    }
  }
}
