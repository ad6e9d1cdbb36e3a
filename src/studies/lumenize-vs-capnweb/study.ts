import { counterArms } from '../../../bench-workers/clients.ts';
import type { CounterOperations } from '../../../bench-workers/operations.ts';
import type { Operation, Study, Workload } from '../../harness/study.ts';

const WARM_UP = 20;

const increment: Operation<CounterOperations> = (counter) => counter.increment(1);
const getValue: Operation<CounterOperations> = (counter) => counter.getValue();

/** `times` times the given operations, one after the other. */
function repeat(
  times: number,
  ...operations: Operation<CounterOperations>[]
): Operation<CounterOperations>[] {
  return Array.from({ length: times }, () => operations).flat();
}

function workload(
  id: string,
  label: string,
  question: string,
  warmUp: Operation<CounterOperations>[],
  operations: Operation<CounterOperations>[],
): Workload<CounterOperations> {
  const expected = [...warmUp, ...operations].filter((each) => each === increment).length;
  return {
    id,
    label,
    question,
    warmUp,
    operations,
    async check(counter) {
      const value = await counter.getValue();
      return value === expected ? undefined : `the counter holds ${value}, expected ${expected}`;
    },
  };
}

/** The question of the source journal, with its three workloads. */
export const study: Study<CounterOperations> = {
  id: 'lumenize-vs-capnweb',
  title: 'Lumenize RPC against Cap’n Web',
  question: 'How long does a call to a Durable Object take with each?',
  arms: counterArms(),
  floor: 'raw-websocket/in-memory',
  reference: 'capnweb/in-memory',
  subjects: ['lumenize/hibernating', 'lumenize/in-memory'],
  margin: 0.05,
  deadlineMs: 10_000,
  workloads: [
    workload(
      'increment',
      '100 sequential increment(1)',
      'How long does a call take that writes?',
      repeat(WARM_UP, increment),
      repeat(100, increment),
    ),
    workload(
      'get-value',
      '100 sequential getValue()',
      'How long does a call take that only reads?',
      repeat(WARM_UP, getValue),
      repeat(100, getValue),
    ),
    workload(
      'mixed',
      '50 × increment(1), then getValue()',
      'How long does a call take when writes and reads alternate?',
      repeat(WARM_UP / 2, increment, getValue),
      repeat(50, increment, getValue),
    ),
  ],
};
