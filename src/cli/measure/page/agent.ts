/** What the page of open.ts runs: takes the turns of a run that is not in it, as a process’s agent does. */
import { timersHere } from '../../../bench-client/world.ts';
import { workloadOf } from '../../../harness/plan/index.ts';
import { clockStepUs } from '../../../harness/run/index.ts';
import { Agent } from '../../../places/peers/agent.ts';
import type { ToAgent } from '../../../places/peers/agent-client.ts';
import { connector, type WindowTarget } from '../../../places/windows/connect.ts';
import type { PeerOperations } from '../../../places/peers/operations.ts';
import { Windows } from '../../../places/windows/windows.ts';
import { workloads } from '../../../studies/page-to-worker/workloads.ts';

export { outside } from '../../../places/windows/channel.ts';

const through = new Windows(() => {
  throw new Error('got an arm between workers, expected one that a page calls');
});
const world = { ...timersHere(), through };
const socket = new WebSocket(location.origin.replace('http', 'ws'));
const send = (message: object): void => socket.send(JSON.stringify(message));
const agent = new Agent<PeerOperations>({
  load: (_id, target) => connector(target as WindowTarget),
  workload: (id) => workloadOf({ workloads }, id),
  world,
  post: send,
});
socket.addEventListener('open', () =>
  send({ userAgent: navigator.userAgent, clockStepUs: clockStepUs(() => world.now()) }),
);
socket.addEventListener('message', ({ data }) => {
  void agent.take(JSON.parse(data as string) as ToAgent);
});
