import type { Study } from '../../harness/plan/index.ts';
import { reasonsFor } from '../../places/processes/names.ts';
import { windowArms } from '../../places/windows/arms.ts';
import type { PeerOperations } from '../../places/peers/operations.ts';
import { findSystem } from '../../systems/index.ts';
import { workloads } from './workloads.ts';

const ids = workloads.map(({ id }) => id);

/** Calls from a page to what is its own: a worker, a frame, a worker of another worker. No bench answers. */
export const study: Study<PeerOperations> = {
  id: 'page-to-worker',
  title: 'From a page to its worker',
  question: 'How long does a call from a page to its own worker take with each?',
  arms: windowArms.map((arm) => {
    const { id, system, place, placeName, cannot, impossible } = arm;
    const { label, spoken = label } = findSystem(system);
    return {
      ...{ id, system, label: `${label} ${placeName}` },
      spoken: place === 'worker' ? spoken : `${spoken} ${placeName}`,
      ...(place !== 'worker' && { optional: true }),
      cannot: impossible === undefined ? cannot : reasonsFor(ids, impossible),
      async load() {
        const { connector } = await import('../../places/windows/connect.ts');
        return connector(arm);
      },
    };
  }),
  baseline: 'post-message/worker',
  reference: 'comlink/worker',
  subjects: ['kkrpc/worker', 'capnweb/worker', 'birpc/worker'],
  margin: 0.05,
  deadlineMs: 10_000,
  budgetMs: 15_000,
  timing:
    'Time runs from a call to its answer, both in this browser. No network is in it, and no server.',
  place: 'page',
  workloads,
};
