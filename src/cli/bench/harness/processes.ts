/** Over the pipes between two Node processes: an agent’s, and one that it starts. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { timersHere } from '../../../bench-client/world.ts';
import type { FromAgent, ToAgent } from '../../../peers/agent-protocol.ts';
import { AgentClient } from '../../../peers/elsewhere.ts';
import type { PeerOperations } from '../../../peers/operations.ts';
import { arms } from '../../../peers/processes/arms.ts';
import { lineOf, readLines } from '../../../peers/processes/lines.ts';
import { commandOf } from '../../../peers/processes/runtimes.ts';
import { echo } from '../../../peers/workloads.ts';
import { endWithThis } from '../../shared/keeper.ts';
import { besideBareLoop, type Ready } from './beside.ts';
import type { Line, Way } from './processes-agent.ts';

const AGENT = fileURLToPath(new URL('processes-agent.ts', import.meta.url));
/** As a run has them whose calls take some 40 µs. */
const OPERATIONS = 20;

export function start(): Promise<Ready> {
  const { file, args } = commandOf('node');
  const child = spawn(file, [...args, AGENT], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  // All that it starts is in its group.
  const group = child.pid === undefined ? undefined : -child.pid;
  const release = group === undefined ? undefined : endWithThis(group);
  const closed = once(child, 'close').then(release);
  const client = (way: Way) =>
    new AgentClient((message) => {
      child.stdin.write(lineOf({ way, message } satisfies Line<ToAgent>));
    });
  const clients = { harness: client('harness'), bare: client('bare') };
  readLines<Line<FromAgent>>(child.stdout, ({ way, message }) => clients[way].take(message));
  child.on('exit', () => Object.values(clients).forEach((each) => each.lost('the agent ended')));
  return Promise.resolve({
    arms: arms
      .filter((arm) => [arm.client, arm.server, arm.transport].join() === 'node,node,stdio')
      .map(({ id }) => id),
    take: (arm, session) =>
      besideBareLoop<PeerOperations>({
        ...{ workload: echo, operations: OPERATIONS, session, world: timersHere() },
        connect: (channel) => clients.harness.connect(arm, channel),
        bare: (channel) => clients.bare.connect(arm, channel),
      }),
    async stop() {
      if (group !== undefined && child.exitCode === null) process.kill(group, 'SIGKILL');
      await closed;
    },
  });
}
