import { fileURLToPath } from 'node:url';
import type { Channel, Connection } from '../../harness/plan/index.ts';
import { lineOf, readLines, readMarked } from '../../links/stdio.ts';
import { AgentClient, type FromAgent } from '../peers/agent-client.ts';
import type { PeerOperations } from '../peers/operations.ts';
import { Child, Children, type Command, commandOf, type EndWithThis } from './child.ts';
import type { ProcessArm, ReachesProcesses } from './names.ts';

const AGENT = fileURLToPath(new URL('agent.ts', import.meta.url));

/** A process that takes the turns of a run. All that it has started is in its group, and ends with it. */
export class AgentProcess extends Child {
  readonly client: AgentClient;

  /**
   * @param name its name in a sentence: `the client’s process`
   * @param read how its messages stand on its stdout: a line each unless given
   */
  constructor(command: Command, name: string, endWithThis: EndWithThis, read = readLines) {
    super(command, { name, group: true, endWithThis });
    const { stdin, stdout } = this.process;
    this.client = new AgentClient((message) => stdin.write(lineOf(message)));
    read<FromAgent>(stdout, (message) => this.client.take(message));
    void this.ended.then((how) => this.client.lost(how));
  }
}

/** The calling processes of a run: for each client runtime one, started at its first use. */
export class Processes implements ReachesProcesses<ProcessArm, PeerOperations> {
  readonly #endWithThis: EndWithThis;
  readonly #agents = new Children<AgentProcess>();

  constructor(endWithThis: EndWithThis) {
    this.#endWithThis = endWithThis;
  }

  connect(arm: ProcessArm, channel: Channel): Promise<Connection<PeerOperations>> {
    const agent = this.#agents.of(arm.client, () => {
      const command = commandOf(arm.client, AGENT);
      return new AgentProcess(command, 'the client’s process', this.#endWithThis, readMarked);
    });
    return agent.client.connect(arm.id, channel, arm);
  }

  /** Ends all of them; resolves once they are gone. */
  close(): Promise<void> {
    return this.#agents.close();
  }
}
