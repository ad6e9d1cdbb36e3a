import type { Study } from '../../harness/plan/index.ts';
import { overBench } from '../../places/bench/bench.ts';
import type { ClientModule } from '../../places/bench/system.ts';
import { lacksOf, streamArms } from '../../places/streams/list.ts';
import { fanOut, type FanOutOperations, withListeners } from '../../places/streams/fan-out.ts';
import type { StreamOperations } from '../../places/streams/operations.ts';
import { streamWorkloads } from '../../places/streams/workloads.ts';
import { runsHere } from '../../systems/index.ts';

/** What runs unasked: a reader may pay for what is sent, and of larger streams a round of all arms is 13 MB. */
const USUAL = ['down-few'];

const workloads = [...streamWorkloads, fanOut].map((workload) =>
  USUAL.includes(workload.id) ? workload : { ...workload, optional: true as const },
);
const ids = workloads.map(({ id }) => id);

/** What lasts longer than a call: many items, one after the other, over one connection. */
export const study: Study<FanOutOperations> = {
  id: 'streams',
  title: 'Streams and subscriptions',
  question: 'How long does a stream take between a client and a Durable Object, down and up?',
  arms: streamArms
    .filter(({ system }) => runsHere(system))
    .map((way) => ({
      ...{ id: way.arm, system: way.system, label: way.label, spoken: way.spoken },
      accept: way.accept,
      cannot: lacksOf(way, ids),
      async load() {
        const client = (await import(
          `../../systems/${way.system}/streams-client.ts`
        )) as ClientModule<StreamOperations>;
        return withListeners(overBench(client.connect(way.name)));
      },
    })),
  baseline: 'raw-websocket/in-memory',
  reference: 'orpc/websocket',
  subjects: [
    ...['capnweb/stream', 'capnweb/callback', 'trpc/websocket', 'trpc/events', 'orpc/http'],
    ...['kkrpc/callback', 'lumenize/downstream'],
  ],
  margin: 0.05,
  rounds: 40,
  deadlineMs: 10_000,
  timing:
    'An operation is a whole stream. Time runs from the call that asks for it until its last item was read and the end is known.',
  servedAs: 'streams',
  workloads,
};
