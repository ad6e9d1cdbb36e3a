/** Calls that hang together: made at once, or one from the result of another. */
import { counting, repeat, unlike, type CounterOperation, type CounterWorkload } from './recipe.ts';

const GROUP = 'Calls that hang together';
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
      group: GROUP,
      optional: true,
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
      group: GROUP,
      optional: true,
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
      group: GROUP,
      optional: true,
      warmUp: repeat(NESTED_WARM_UP, (counter) => counter.nested()),
      operations: repeat(NESTED, (counter) => counter.nested()),
    },
    2 * (NESTED_WARM_UP + NESTED),
    // The two values that the place before left off at, each one further.
    (answer, place) => unlike(answer, 4 * (NESTED_WARM_UP + place) + 3),
  ),
];
