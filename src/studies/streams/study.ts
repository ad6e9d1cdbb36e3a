import type { Study } from '../../harness/plan/index.ts';
import { streamArms } from '../../systems/arms.ts';
import { fanOut, type FanOutOperations, withListeners } from './fan-out.ts';
import { streamWorkloads } from './workloads.ts';
import { usual } from '../any-study.ts';

/**
 * What runs unasked. Eight rounds, of which half warm up, send 13 MB with items of 100 B. With those of 10 kB
 * they would send 100 MB.
 */
const workloads = usual([...streamWorkloads, fanOut], ['down-small']);
const ROUNDS = 4;
const ids = workloads.map(({ id }) => id);

/** What lasts longer than a call: many items, one after the other, over one connection. */
export const study: Study<FanOutOperations> = {
  id: 'streams',
  title: 'Streams and subscriptions',
  question: 'How long does a stream take between a client and a Durable Object, down and up?',
  arms: streamArms(ids).map((arm) => ({
    ...arm,
    // As fast as the one in memory, and a twelfth of what is sent.
    ...(arm.id === 'raw-websocket/hibernating' && { optional: true as const }),
    load: async () => withListeners(await arm.load()),
  })),
  baseline: 'raw-websocket/in-memory',
  reference: 'orpc/websocket',
  subjects: [
    ...['capnweb/stream', 'capnweb/callback', 'trpc/websocket', 'trpc/events', 'orpc/http'],
    ...['kkrpc/callback', 'lumenize/downstream'],
  ],
  margin: 0.05,
  rounds: ROUNDS,
  deadlineMs: 10_000,
  timing:
    'An operation is a whole stream. Time runs from the call that asks for it until its last item was read and the end is known.',
  workloads,
};
