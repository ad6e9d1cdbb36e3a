/** Calls one after the other: the three workloads of the source journal, and longer runs of two. */
import {
  counting,
  getValue,
  increment,
  repeat,
  unlike,
  type CounterOperation,
  type CounterWorkload,
} from './recipe.ts';

const GROUP = 'One call after the other';

/** A workload of increments and reads, whose every answer is known beforehand. */
function calls(workload: Omit<CounterWorkload, 'check' | 'group'>): CounterWorkload {
  let held = 0;
  // A read answers the same as the increment before it.
  const heldAfter = (operation: CounterOperation) => (held += operation === increment ? 1 : 0);
  workload.warmUp.forEach(heldAfter);
  const expected = workload.operations.map(heldAfter);
  return counting({ ...workload, group: GROUP }, held, (answer, place) =>
    unlike(answer, expected[place]),
  );
}

export const sequential: readonly CounterWorkload[] = [
  calls({
    id: 'increment',
    label: '100 sequential increment(1)',
    question: 'How long does a call take that writes?',
    warmUp: repeat(20, increment),
    operations: repeat(100, increment),
  }),
  calls({
    id: 'get-value',
    label: '100 sequential getValue()',
    question: 'How long does a call take that only reads?',
    warmUp: repeat(20, getValue),
    operations: repeat(100, getValue),
  }),
  calls({
    id: 'mixed',
    label: '50 × increment(1), then getValue()',
    question: 'How long does a call take when writes and reads alternate?',
    warmUp: repeat(10, increment, getValue),
    operations: repeat(50, increment, getValue),
  }),
  calls({
    id: 'get-1000',
    label: '1,000 sequential getValue()',
    question: 'How long does a call take that only reads, once both ends have long been warm?',
    optional: true,
    warmUp: repeat(100, getValue),
    operations: repeat(1000, getValue),
  }),
  calls({
    id: 'increment-1000',
    label: '1,000 sequential increment(1)',
    question: 'How long does a call take that writes, once both ends have long been warm?',
    optional: true,
    warmUp: repeat(100, increment),
    operations: repeat(1000, increment),
  }),
];
