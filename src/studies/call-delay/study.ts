import type { BatchOperations } from '../../places/objects/client.ts';
import { ways } from '../../places/objects/list.ts';
import type { Study, Workload } from '../../harness/plan/index.ts';
import { unlikeAll } from '../../service/answers.ts';
import { checked, type Held } from '../../service/workloads.ts';
import { sizeText } from '../free.ts';
import { overBench } from '../../links/link.ts';
import { type Batch, effectOf } from '../../places/objects/protocol.ts';

// Batches of calls: so many, in this order, with so much text, to so many objects.

type BatchWorkload = Workload<BatchOperations>;
type Shape = Omit<Batch, 'first'>;

/**
 * `calls-50`, `row-50`, `waves-50-by-6`, with `-of-1000` for characters, `-to-10` for objects, and
 * `-written` where each call writes.
 */
function batchId({ calls, order, bytes, objects, writes }: Shape): string {
  const kind = order === 'at-once' ? 'calls' : order === 'in-a-row' ? 'row' : 'waves';
  return [
    `${kind}-${calls}`,
    typeof order === 'object' ? `-by-${order.waves}` : '',
    bytes === 0 ? '' : `-of-${bytes}`,
    objects === 1 ? '' : `-to-${objects}`,
    writes ? '-written' : '',
  ].join('');
}

const grouped = new Intl.NumberFormat('en');

const effects: Held<BatchOperations> = {
  ask: (object) => object.effects(),
  spoken: (calls) => `the objects were called ${calls} times`,
};

/** The words of a label that say in which order its calls are made. */
function orderText({ calls, order }: Shape): string {
  if (order === 'in-a-row') return ', one after another';
  if (order === 'at-once') return calls === 1 ? '' : ' at once';
  return `, ${grouped.format(order.waves)} at a time`;
}

/** A workload of batches, whose every result is known beforehand. */
function batches(shape: Shape): BatchWorkload {
  const { calls, bytes, objects, writes } = shape;
  const isOne = calls === 1;
  const count = `${grouped.format(calls)} ${isOne ? 'call' : 'calls'}`;
  const how = orderText(shape);
  const what = [
    bytes === 0 ? '' : ` of ${sizeText(bytes)}`,
    objects === 1 ? '' : ` to ${objects} objects`,
    writes ? (isOne ? ' that writes' : ' that write') : '',
  ].join('');
  return checked(
    {
      id: batchId(shape),
      label: `${count}${what}${how}`,
      question: `How long ${isOne ? 'does' : 'do'} ${count}${what}${how} take from one Durable Object to ${objects === 1 ? 'another' : 'others'}?`,
      spoken: spokenAs(shape, `${count}${what}`),
      callsPerOperation: calls,
      fromMarker: true,
      ...(bytes === 0 ? {} : { bytesPerOperation: bytes * calls }),
      operation: (place) => (object, begin) =>
        object.batch({ ...shape, first: place * calls }, begin),
    },
    effects,
    (done) => done * calls,
    (answer, place) => {
      const first = place * calls;
      return unlikeAll(
        answer,
        Array.from({ length: calls }, (_, at) => effectOf(first + at, bytes)),
      );
    },
  );
}

/** `a batch of 50 calls`, `a row of 50 calls`, `a batch of 50 calls, 6 at a time,` before “takes”. */
function spokenAs({ calls, order }: Shape, what: string): string {
  if (calls === 1) return what.replace('1 call', 'one call');
  if (order === 'in-a-row') return `a row of ${what}`;
  const waves = order === 'at-once' ? '' : `, ${grouped.format(order.waves)} at a time,`;
  return `a batch of ${what}${waves}`;
}

const plain = { order: 'at-once', bytes: 0, objects: 1, writes: false } as const;
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
  extra('Another order', { order: { waves: 6 } }),
  ...[1000, 100_000].map((bytes) => extra('With a payload', { bytes })),
  extra('To several objects', { objects: 10 }),
  extra('Where each call writes', { writes: true }),
  extra('Where each call writes', { writes: true, order: 'in-a-row' }),
  extra('Where each call writes', { writes: true, calls: 1000 }),
];

/** Calls from one Durable Object to another. What is timed begins when the first object says so. */
export const study: Study<BatchOperations> = {
  id: 'call-delay',
  title: 'Calls between Durable Objects',
  question:
    'How long does a batch of calls from one Durable Object to another take, and which part of a machinery around it costs what?',
  arms: ways.map(({ name, arm, system, label, spoken, optional }) => ({
    ...{ id: arm, system, label },
    ...(spoken !== undefined && { spoken }),
    ...(optional && { optional }),
    accept: 'in-memory',
    async load() {
      const { connect } = await import('../../places/objects/client.ts');
      return overBench(connect(name));
    },
  })),
  baseline: 'no-call',
  plain: 'workers-rpc',
  reference: 'workers-rpc',
  subjects: [
    'workers-rpc/stored',
    ...['fetch-json/between', 'raw-websocket/between', 'capnweb/between', 'lumenize/between'],
  ],
  margin: 0.05,
  deadlineMs: 10_000,
  timing:
    'An operation is a whole batch. Time runs from the first object’s message that it begins to the one with all results, so the network adds no delay, only its jitter.',
  servedAs: 'between',
  workloads,
};
