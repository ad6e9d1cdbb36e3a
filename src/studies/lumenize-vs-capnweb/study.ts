import { allCounterArms, counterArms } from '../../places/bench/counter-arms.ts';
import type { CounterOperations } from '../../places/bench/operations.ts';
import type { Study } from '../../harness/plan/index.ts';
import { usual } from '../usual.ts';
import { sequential, starting, together } from './workloads/calls.ts';
import { free } from './workloads/free.ts';
import { payloads, values } from './workloads/payloads.ts';
import { sustained } from './workloads/sustained.ts';

/** Those of the study’s own table; other systems and transports run where they are asked for. */
const usualArms = counterArms().map(({ id }) => id);

/** The published library first, where it is installed: its package is what a reader chooses. */
const subjects = ['lumenize-rpc/hibernating', 'lumenize/hibernating', 'lumenize/in-memory'];

/** Payloads of 64 kB are left out: of all arms they send more than a visitor is asked for. */
const usualWorkloads = ['increment', 'get-value', 'burst', 'chain'];

/** The question of the source journal. */
export const study: Study<CounterOperations> = {
  id: 'lumenize-vs-capnweb',
  title: 'Lumenize RPC and Cap’n Web',
  question: 'How long does a call to a Durable Object take with each?',
  arms: usual(allCounterArms(), usualArms),
  baseline: 'raw-websocket/in-memory',
  reference: 'capnweb/in-memory',
  subjects: subjects.filter((id) => usualArms.includes(id)),
  original: {
    standIn: 'lumenize/hibernating',
    arms: ['lumenize-rpc/hibernating', 'outside:lumenize-rpc/hibernating'],
    system: 'lumenize-rpc',
    label: 'Lumenize RPC',
    spoken: 'Lumenize RPC',
  },
  margin: 0.05,
  deadlineMs: 10_000,
  workloads: usual(
    [...sequential, ...starting, ...together, ...payloads, ...values, ...sustained],
    usualWorkloads,
  ),
  free,
};
