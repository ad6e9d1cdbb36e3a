import { fileURLToPath } from 'node:url';
import type { Channel, Connection } from '../../harness/plan/index.ts';
import { AgentProcess, type EndWithThis } from './agent-process.ts';
import type { ProcessArm } from './arm.ts';
import { OUTSIDE_ARMS } from './arms.ts';
import type { Runtime } from './names.ts';
import type { ProcessOperations } from './operations.ts';
import { commandOf } from './runtimes.ts';
import type { ReachesProcesses } from './through.ts';

const AGENT = fileURLToPath(new URL('agent.ts', import.meta.url));

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
    const agent = running === undefined || running.hasEnded ? this.#start(client) : running;
    this.#agents.set(client, agent);
    return agent.client.connect(arm.id, channel);
  }

  /** Ends all of them; resolves once they are gone. */
  async close(): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.close()));
  }

  /** The process of one client runtime. */
  #start(runtime: Runtime): AgentProcess {
    const { file, args } = commandOf(runtime);
    return new AgentProcess(
      { file, args: [...args, AGENT], environment: this.#environment },
      'the client’s process',
      this.#endWithThis,
    );
  }
}
