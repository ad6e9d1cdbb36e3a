import type { Arm, Study } from '../../harness/plan/index.ts';
import type { Kind, Place } from '../../places/contestant.ts';
import type { PeerOperations } from '../../places/peers/operations.ts';
import { reasonsFor } from '../../places/processes/names.ts';
import type { WindowTarget } from '../../places/windows/connect.ts';
import { allSystems } from '../../systems/index.ts';
import { workloads } from './workloads.ts';

const ids = workloads.map(({ id }) => id);

/** Places, as a label goes on with them after its system’s name. */
const placeNames: Readonly<Record<Place, string>> = {
  worker: 'to a worker',
  frame: 'to a frame',
  sandbox: 'to a sandboxed frame',
  port: 'between workers',
  'worker-port': 'to a worker through a port',
  'frame-port': 'to a frame through a port',
  'sandbox-port': 'to a sandboxed frame through a port',
};

/** A system in a place. */
interface PageArm extends Arm<PeerOperations> {
  target: WindowTarget;
}

/** The arms of all systems in one place. */
function armsIn(place: Place): PageArm[] {
  const [first, port] = place === 'port' ? [undefined, place] : place.split('-');
  const kind = first as Kind | undefined;
  return allSystems.flatMap(({ id: system, label, spoken = label, window }): PageArm[] => {
    if (window === undefined) return [];
    const { cannot = {}, impossible = {}, throughPort = false } = window;
    // One that speaks through ports everywhere has no other arms, and one that takes none has none of these.
    const isAnother = kind !== undefined && port !== undefined;
    if (isAnother && (throughPort || impossible.port !== undefined)) return [];
    const target = { system, kind, throughPort: throughPort || port !== undefined };
    const why = impossible[place];
    return [
      {
        ...{ id: `${system}/${place}`, system, label: `${label} ${placeNames[place]}`, target },
        spoken: place === 'worker' ? spoken : `${spoken} ${placeNames[place]}`,
        ...(place !== 'worker' && { optional: true }),
        cannot: why === undefined ? cannot : reasonsFor(ids, why),
        async load() {
          const { connector } = await import('../../places/windows/connect.ts');
          return connector(target);
        },
      },
    ];
  });
}

const arms: readonly PageArm[] = (Object.keys(placeNames) as Place[]).flatMap(armsIn);

/** Calls from a page to what is its own: a worker, a frame, a worker of another worker. No bench answers. */
export const study: Study<PeerOperations> = {
  id: 'page-to-worker',
  title: 'From a page to its worker',
  question: 'How long does a call from a page to its own worker take with each?',
  arms,
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
