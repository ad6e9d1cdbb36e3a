/** Over the pipes between two Node processes: an agent’s, and one that it starts. */
import { fileURLToPath } from 'node:url';
import { timersHere } from '../../../bench-client/world.ts';
import { AgentClient, type FromAgent, type ToAgent } from '../../../places/peers/agent-client.ts';
import type { PeerOperations } from '../../../places/peers/operations.ts';
import { processArms } from '../../../places/processes/arms.ts';
import { Child, commandOf } from '../../../places/processes/child.ts';
import type { Channel } from '../../../harness/plan/index.ts';
import { lineOf, readLines } from '../../../places/processes/streams.ts';
import { echo } from '../../../places/peers/workloads.ts';
import { endWithThis } from '../../shared/keeper.ts';
import { besideBareLoop, type Ready } from './beside.ts';
import type { Line, Way } from './processes-agent.ts';

const AGENT = fileURLToPath(new URL('processes-agent.ts', import.meta.url));
/** As a run has them whose calls take some 40 µs. */
const OPERATIONS = 20;

export function start(): Promise<Ready> {
  const agent = new Child(commandOf('node', AGENT), {
    ...{ name: 'the agent', group: true, endWithThis },
  });
  const { stdin, stdout } = agent.process;
  const client = (way: Way) =>
    new AgentClient((message) => {
      stdin.write(lineOf({ way, message } satisfies Line<ToAgent>));
    });
  const clients = { harness: client('harness'), bare: client('bare') };
  readLines<Line<FromAgent>>(stdout, ({ way, message }) => clients[way].take(message));
  void agent.ended.then((how) => Object.values(clients).forEach((each) => each.lost(how)));
  const arms = processArms(['kkrpc', 'json-lines', 'vscode-jsonrpc']).filter(
    (arm) => [arm.client, arm.server, arm.transport].join() === 'node,node,stdio',
  );
  const open = (way: Way, id: string, channel: Channel) =>
    clients[way].connect(
      id,
      channel,
      arms.find((arm) => arm.id === id),
    );
  return Promise.resolve({
    arms: arms.map(({ id }) => id),
    take: (arm, session) =>
      besideBareLoop<PeerOperations>({
        ...{ workload: echo, operations: OPERATIONS, session, world: timersHere() },
        connect: (channel) => open('harness', arm, channel),
        bare: (channel) => open('bare', arm, channel),
      }),
    stop: () => agent.close(),
  });
}
