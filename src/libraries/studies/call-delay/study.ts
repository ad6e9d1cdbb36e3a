import type { BatchOperations } from '../../../wire/objects/client.ts';
import { ways } from '../../../wire/objects/list.ts';
import type { Study, Workload } from '../../../core/plan/index.ts';
import { checked, type Held, mismatchOfAll } from '../../../wire/service/answers.ts';
import { openByLink } from '../../../wire/links/link.ts';
import { type Batch, effectOf } from '../../../wire/objects/protocol.ts';

// Batches of calls: so many, at once or one after another.

type BatchWorkload = Workload<BatchOperations>;
type Shape = Omit<Batch, 'first'>;

const grouped = new Intl.NumberFormat('en');

const effects: Held<BatchOperations> = {
  ask: (object) => object.effects(),
  spoken: (calls) => `the object was called ${calls} times`,
};

/** A workload of batches, all of whose results are known: `calls-50`, `row-50`, `calls-50-written`. */
function batches(shape: Shape): BatchWorkload {
  const { calls, order, writes } = shape;
  const isOne = calls === 1;
  const count = `${grouped.format(calls)} ${isOne ? 'call' : 'calls'}`;
  const how = order === 'in-a-row' ? ', one after another' : isOne ? '' : ' at once';
  const what = writes ? (isOne ? ' that writes' : ' that write') : '';
  const several = `a ${order === 'in-a-row' ? 'row' : 'batch'} of ${count}${what}`;
  return checked(
    {
      id: `${order === 'in-a-row' ? 'row' : 'calls'}-${calls}${writes ? '-written' : ''}`,
      label: `${count}${what}${how}`,
      question: `How long ${isOne ? 'does' : 'do'} ${count}${what}${how} take from one Durable Object to another?`,
      spoken: isOne ? `one call${what}` : several,
      callsPerOperation: calls,
      fromMarker: true,
      operation: (place) => (object, begin) =>
        object.batch({ ...shape, first: place * calls }, begin),
    },
    effects,
    (done) => done * calls,
    (answer, place) => {
      const first = place * calls;
      return mismatchOfAll(
        answer,
        Array.from({ length: calls }, (_, at) => effectOf(first + at)),
      );
    },
  );
}

const plain = { order: 'at-once', writes: false } as const;
const extra = (group: string, shape: Partial<Shape>): BatchWorkload => ({
  ...batches({ calls: 50, ...plain, ...shape }),
  group,
  optional: true,
});

const workloads: readonly BatchWorkload[] = [
  batches({ ...plain, calls: 50 }),
  batches({ ...plain, calls: 50, order: 'in-a-row' }),
  batches({ ...plain, calls: 10 }),
  ...[1, 25, 35, 40, 45, 100, 200, 500, 1000].map((calls) =>
    extra('Another number of calls', { calls }),
  ),
  extra('Where each call writes', { writes: true }),
  extra('Where each call writes', { writes: true, order: 'in-a-row' }),
  extra('Where each call writes', { writes: true, calls: 1000 }),
];

/** Calls from one Durable Object to another. Time begins when the first object says so. */
export const study: Study<BatchOperations> = {
  id: 'call-delay',
  title: 'Calls between Durable Objects',
  question:
    'How long does a batch of calls from one Durable Object to another take, and which part of a machinery around it costs what?',
  arms: ways.map(({ name, arm, system, label, spoken, optional }) => ({
    id: arm,
    system,
    label,
    spoken,
    optional,
    accept: 'in-memory',
    async load() {
      const { open } = await import('../../../wire/objects/client.ts');
      return openByLink(open, { system: 'between', arm: name });
    },
  })),
  baseline: 'no-call',
  plain: 'workers-rpc',
  reference: 'workers-rpc',
  subjects: [
    'workers-rpc/stored',
    'fetch-json/between',
    'raw-websocket/between',
    'capnweb/between',
    'lumenize/between',
  ],
  deadlineMs: 10_000,
  timing:
    'An operation is a whole batch. Time runs from the first object’s message that it begins to the one with all results, so the network adds no delay, only its jitter.',
  servedAs: 'between',
  workloads,
};
