/** What the page of elsewhere.ts runs: calls by hand to a worker of its own, with the harness and without. */
import { timersHere } from '../../../bench-client/world.ts';
import { echo } from '../../../places/peers/workloads.ts';
import { PEER_SCRIPT, READY, type Speak } from '../../../places/windows/channel.ts';
import type { WindowOperations } from '../../../places/windows/service.ts';
import { Windows } from '../../../places/windows/windows.ts';
import { open } from '../../../systems/post-message/window.ts';
import { bareConnect, timeBothWays, type Times } from './session.ts';

/** As in a run nearby; a page’s clock is too coarse for a single call. */
const SESSION = { operations: 40, together: true, rounds: 50, roundUs: 2000 } as const;
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

export function take(session: number): Promise<Times> {
  return timeBothWays<WindowOperations>({
    ...{ ...SESSION, workload: echo, bare, session, world: timersHere() },
    async connect({ meter }) {
      const how = { system: SYSTEM, throughPort: false };
      const { end, close } = await through.open('worker', how, meter);
      const { operations } = open(end);
      meter.opened();
      return { operations, close };
    },
  });
}
