/** What the page runs: calls to a worker of its own, by hand, with the harness and without. */
import { timersHere } from '../../../bench-client/world.ts';
import { clockStepUs } from '../../../harness/run/index.ts';
import { echo } from '../../../places/peers/workloads.ts';
import { open } from '../../../systems/post-message/window.ts';
import { connector } from '../../../places/windows/connect.ts';
import { PEER_SCRIPT, READY, type Speak } from '../../../places/windows/channel.ts';
import type { WindowOperations } from '../../../places/windows/service.ts';
import { Windows } from '../../../places/windows/windows.ts';
import { bareConnect, besideBareLoop, type Times } from './beside.ts';

/** As a run has them whose calls take some 20 µs. */
const OPERATIONS = 20;
const SYSTEM = 'post-message';

const through = new Windows(() => {
  throw new Error('agent: got a call for one, expected the page to call');
});
const bare = bareConnect<WindowOperations>(echo, async () => {
  const worker = new Worker(PEER_SCRIPT);
  await new Promise<void>((resolve) => {
    worker.addEventListener('message', ({ data }) => data === READY && resolve(), { once: true });
  });
  worker.postMessage({ speak: SYSTEM } satisfies Speak);
  const { operations } = open({ kind: 'worker', worker });
  return { operations, close: () => worker.terminate() };
});

/** @throws Error unless the clock of the page tells a call from the next */
export async function take(session: number): Promise<Times> {
  const stepUs = clockStepUs(() => performance.now());
  if (stepUs > 20) throw new Error(`clock: got a step of ${stepUs} µs, expected at most 20`);
  return besideBareLoop<WindowOperations>({
    ...{ workload: echo, operations: OPERATIONS, bare, session },
    connect: await connector(SYSTEM, 'worker'),
    world: { ...timersHere(), through },
  });
}
