/** Load: several callers on one connection, and calls at a fixed rate. */
import { counting, increment, repeat, type CounterWorkload } from './recipe.ts';

const WARM_UP = 20;
const RATE = 200;
const OPEN = 400;

/** More calls where more run at once, so that all blocks take about as long. */
const callers = [
  { concurrency: 1, timed: 200 },
  { concurrency: 4, timed: 400 },
  { concurrency: 16, timed: 800 },
  { concurrency: 64, timed: 1600 },
] as const;

/** Increments that overlap may be answered in any order, but each value comes exactly once. */
function incrementing(
  workload: Omit<CounterWorkload, 'check' | 'group' | 'warmUp' | 'operations' | 'optional'>,
  timed: number,
): CounterWorkload {
  const made = counting(
    {
      ...workload,
      group: 'Under load',
      optional: true,
      warmUp: repeat(WARM_UP, increment),
      operations: repeat(timed, increment),
    },
    WARM_UP + timed,
    (answer) => {
      const inRange =
        Number.isInteger(answer) && Number(answer) > WARM_UP && Number(answer) <= WARM_UP + timed;
      return inRange
        ? undefined
        : `got ${String(answer)}, expected ${WARM_UP + 1} to ${WARM_UP + timed}`;
    },
  );
  return {
    ...made,
    async check(counter, answers) {
      const wrong = await made.check(counter, answers);
      if (wrong !== undefined) return wrong;
      const different = new Set(answers).size;
      return different === timed
        ? undefined
        : `got ${different} different values, expected ${timed}`;
    },
  };
}

export const sustained: readonly CounterWorkload[] = [
  ...callers.map(({ concurrency, timed }) =>
    incrementing(
      {
        id: `sustained-${concurrency}`,
        label: `${timed.toLocaleString('en')} × increment(1), ${concurrency === 1 ? 'one caller' : `${concurrency} callers`}`,
        question:
          concurrency === 1
            ? 'How many calls a second does one connection take when each waits for the one before?'
            : `How many calls a second does one connection take when ${concurrency} are always under way, and how long do the slowest wait?`,
        concurrency,
      },
      timed,
    ),
  ),
  incrementing(
    {
      id: 'sustained-open',
      label: `${OPEN} × increment(1), ${RATE} a second`,
      question:
        'How long does a call take, waiting included, when calls come at a fixed rate whether or not the last is answered?',
      ratePerSecond: RATE,
    },
    OPEN,
  ),
];
