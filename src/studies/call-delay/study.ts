import type { BatchOperations } from '../../places/objects/client.ts';
import { ways } from '../../places/objects/list.ts';
import type { Study } from '../../harness/plan/index.ts';
import { free, workloads } from './workloads.ts';
import { overBench } from '../../places/bench/bench.ts';

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
  free,
};
