import { allCounterArms, counterArms } from '../../places/bench/counter-arms.ts';
import type { CounterOperations } from '../../places/bench/operations.ts';
import type { Study } from '../../harness/plan/index.ts';
import { sequential, starting, together } from './workloads/calls.ts';
import { free } from './workloads/free.ts';
import { payloads, values } from './workloads/payloads.ts';
import { sustained } from './workloads/sustained.ts';

/** Those of the source journal’s question; other systems and transports run where they are asked for. */
const usual: ReadonlySet<string> = new Set(counterArms().map(({ id }) => id));

/** The published library first, where it is installed: its package is what a reader chooses. */
const subjects = ['lumenize-rpc/hibernating', 'lumenize/hibernating', 'lumenize/in-memory'];

/** The question of the source journal, with its three workloads first; all others are extra. */
export const study: Study<CounterOperations> = {
  id: 'lumenize-vs-capnweb',
  title: 'Lumenize’s protocol against Cap’n Web',
  question: 'How long does a call to a Durable Object take with each?',
  arms: allCounterArms().map((arm) => (usual.has(arm.id) ? arm : { ...arm, optional: true })),
  baseline: 'raw-websocket/in-memory',
  reference: 'capnweb/in-memory',
  subjects: subjects.filter((id) => usual.has(id)),
  original: {
    standIn: 'lumenize/hibernating',
    arms: ['lumenize-rpc/hibernating', 'outside:lumenize-rpc/hibernating'],
    system: 'lumenize-rpc',
    label: 'Lumenize RPC',
    spoken: 'Lumenize RPC',
  },
  margin: 0.05,
  deadlineMs: 10_000,
  workloads: [...sequential, ...starting, ...together, ...payloads, ...values, ...sustained],
  free,
};
