import { fileURLToPath } from 'node:url';
import type { Channel, Connection } from '../../harness/plan/index.ts';
import { AgentClient, type FromAgent } from '../peers/agent-client.ts';
import { Child, Children, type Command, commandOf, type EndWithThis } from './child.ts';
import type { ProcessArm, ReachesProcesses } from './names.ts';
import type { ProcessOperations } from './service.ts';
import { lineOf, readLines } from '../../links/stdio.ts';

const AGENT = fileURLToPath(new URL('agent.ts', import.meta.url));

/** A process that takes the turns of a run. All that it has started is in its group, and ends with it. */
export class AgentProcess extends Child {
  readonly client: AgentClient;

  /** @param name its name in a sentence: `the client’s process` */
  constructor(command: Command, name: string, endWithThis: EndWithThis) {
    super(command, { name, group: true, endWithThis });
    const { stdin, stdout } = this.process;
    this.client = new AgentClient((message) => stdin.write(lineOf(message)));
    readLines<FromAgent>(stdout, (message) => this.client.take(message));
    void this.ended.then((how) => this.client.lost(how));
  }
}

/**
 * The other processes of a run: for each client runtime one, started at its first use, which calls
 * and starts whatever it calls. All that a runtime’s process has started is in its group, and ends
 * with it.
 */
export class Processes implements ReachesProcesses<ProcessArm, ProcessOperations> {
  readonly #endWithThis: EndWithThis;
  readonly #agents = new Children<AgentProcess>();

  constructor(endWithThis: EndWithThis) {
    this.#endWithThis = endWithThis;
  }

  connect(arm: ProcessArm, channel: Channel): Promise<Connection<ProcessOperations>> {
    const { client } = arm;
    const start = () =>
      new AgentProcess(commandOf(client, AGENT), 'the client’s process', this.#endWithThis);
    const agent = this.#agents.of(client, start);
    return agent.client.connect(arm.id, channel, arm);
  }

  /** Ends all of them; resolves once they are gone. */
  close(): Promise<void> {
    return this.#agents.close();
  }
}
