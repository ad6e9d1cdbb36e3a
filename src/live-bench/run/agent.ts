/**
 * The worker that calls other workers by ports, and takes the turns of such arms. It knows the one
 * study that has them, and loads the clients of no other.
 */
import { timersHere } from '../../bench-client/world.ts';
import { workloadOf } from '../../harness/plan/index.ts';
import { Agent } from '../../places/peers/agent.ts';
import type { ToAgent } from '../../places/peers/agent-client.ts';
import type { WorkerScope } from '../../places/windows/channel.ts';
import { Ports } from '../../places/windows/windows.ts';
import { study } from '../../studies/page-to-worker/study.ts';
import { findIn } from '../../systems/index.ts';

const scope = self as unknown as WorkerScope;
const ports = new Ports();
const agent = new Agent({
  load: (id) => findIn('arm', study.arms, id).load(),
  workload: (id) => workloadOf(study, id),
  world: { ...timersHere(), through: ports },
  post: (message) => scope.postMessage(message),
});
scope.addEventListener('message', (event) => {
  if (!ports.accept(event)) void agent.take(event.data as ToAgent);
});
