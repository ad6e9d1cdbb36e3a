import type { Arm, Study } from '../../harness/plan/index.ts';
import type { Kind } from '../../places/contestant.ts';
import type { PeerOperations } from '../../places/peers/operations.ts';
import { allSystems } from '../../systems/index.ts';
import { workloads } from './workloads.ts';

/** Where a page has the called side, as a label goes on with it after its system’s name. */
const kindNames: Readonly<Record<Kind, string>> = {
  worker: 'to a worker',
  frame: 'to a frame',
  sandbox: 'to a sandboxed frame',
};
const kinds = Object.keys(kindNames) as Kind[];

/** The arms of all systems in a place: each as it reaches the other side, or those that may also go through a port. */
function armsIn(kind: Kind, throughPort: boolean): Array<Arm<PeerOperations>> {
  return allSystems.flatMap(({ id: system, label, spoken = label, window }) => {
    if (window === undefined || (throughPort && window.ports !== undefined)) return [];
    const place = `${kindNames[kind]}${throughPort ? ' through a port' : ''}`;
    const isUsual = kind === 'worker' && !throughPort;
    return [
      {
        ...{ id: `${system}/${kind}${throughPort ? '-port' : ''}`, system },
        label: `${label} ${place}`,
        spoken: isUsual ? spoken : `${spoken} ${place}`,
        ...(!isUsual && { optional: true as const }),
        ...(window.cannot && { cannot: window.cannot }),
        async load() {
          const { connector } = await import('../../places/windows/windows.ts');
          const isByPort = throughPort || window.ports === 'always';
          return connector({ system, kind, throughPort: isByPort });
        },
      },
    ];
  });
}

/** Calls from a page to what is its own: a worker or a frame. No bench answers. */
export const study: Study<PeerOperations> = {
  id: 'page-to-worker',
  title: 'From a page to its worker',
  question: 'How long does a call from a page to its own worker take with each?',
  arms: [false, true].flatMap((throughPort) => kinds.flatMap((kind) => armsIn(kind, throughPort))),
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
