/** Calls one after the other, the first call, and calls that hang together. */
import {
  type CounterOperation,
  type CounterWorkload,
  counting,
  getValue,
  increment,
  repeat,
  unlike,
} from './recipe.ts';

/** A workload of increments and reads, whose every answer is known beforehand. */
function calls(workload: Omit<CounterWorkload, 'check' | 'group'>): CounterWorkload {
  let held = 0;
  // A read answers the same as the increment before it.
  const heldAfter = (operation: CounterOperation) => (held += operation === increment ? 1 : 0);
  workload.warmUp.forEach(heldAfter);
  const expected = workload.operations.map(heldAfter);
  return counting({ ...workload, group: 'One call after the other' }, held, (answer, place) =>
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

const STARTING = { group: 'The first call', optional: true } as const;
/** An object is put to sleep after about ten seconds without a message. */
const SLEEPS_AFTER_MS = 12_000;

export const starting: readonly CounterWorkload[] = [
  counting(
    {
      id: 'cold',
      label: 'Connect, then getValue()',
      question: 'How long is it from opening a connection to a new object until the first answer?',
      ...STARTING,
      cold: true,
      warmUp: [],
      operations: [getValue],
    },
    0,
    (answer) => unlike(answer, 0),
  ),
  counting(
    {
      id: 'idle-wake',
      label: `getValue() after ${SLEEPS_AFTER_MS / 1000} s of silence`,
      question:
        'How long does the first call take after a pause in which an object with a hibernating socket may fall asleep?',
      ...STARTING,
      pauseMs: SLEEPS_AFTER_MS,
      // Written to storage, so that an object that has slept must know it again.
      warmUp: [increment],
      operations: [getValue],
    },
    1,
    (answer) => unlike(answer, 1),
  ),
];

const TOGETHER = { group: 'Calls that hang together', optional: true } as const;
const CALLS = 50;
/** What the counter holds when bursts read it: not the 0 that a fresh object would answer. */
const HELD = 7;

/** All calls are made in one tick, in whatever way the system then sends them. */
const burst: CounterOperation = (counter) =>
  Promise.all(Array.from({ length: CALLS }, () => counter.getValue()));

const NESTED = 50;
const NESTED_WARM_UP = 10;

export const together: readonly CounterWorkload[] = [
  counting(
    {
      id: 'burst',
      label: `${CALLS} getValue() in one tick`,
      question: 'How long is it until many calls made at once are all answered?',
      ...TOGETHER,
      callsPerOperation: CALLS,
      warmUp: [(counter) => counter.increment(HELD), ...repeat(5, burst)],
      operations: repeat(10, burst),
    },
    HELD,
    (answer) => {
      if (!Array.isArray(answer)) return `got ${String(answer)}, expected ${CALLS} answers`;
      if (answer.length !== CALLS) return `got ${answer.length} answers, expected ${CALLS}`;
      return answer.map((each) => unlike(each, HELD)).find((why) => why !== undefined);
    },
  ),
  counting(
    {
      id: 'chain',
      label: '50 × three calls, each on the result of the one before',
      question: 'Does a chain of dependent calls take one round trip, or one for each call?',
      ...TOGETHER,
      warmUp: repeat(10, (counter) => counter.chain()),
      operations: repeat(50, (counter) => counter.chain()),
    },
    0,
    (answer) => unlike(answer, 1),
  ),
  counting(
    {
      id: 'nested',
      label: '50 × add(increment(1), increment(1))',
      question: 'Can a call take the results of two others without waiting for them?',
      ...TOGETHER,
      warmUp: repeat(NESTED_WARM_UP, (counter) => counter.nested()),
      operations: repeat(NESTED, (counter) => counter.nested()),
    },
    2 * (NESTED_WARM_UP + NESTED),
    // The two values that the place before left off at, each one further.
    (answer, place) => unlike(answer, 4 * (NESTED_WARM_UP + place) + 3),
  ),
];
