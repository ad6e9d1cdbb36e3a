/** Load: several callers on one connection, and calls at a fixed rate. */
import { counting, increment, type CounterWorkload } from './recipe.ts';

const RATE = 200;
const OPEN = 60;

/** More calls where more run at once, so that all turns take about as long. */
const callers = [
  { concurrency: 1, turn: 40 },
  { concurrency: 4, turn: 160 },
  { concurrency: 16, turn: 320 },
  { concurrency: 64, turn: 640 },
] as const;

/** Increments that overlap may be answered in any order, but each value comes exactly once. */
function incrementing(
  workload: Omit<
    CounterWorkload,
    'check' | 'wrong' | 'leaves' | 'group' | 'operation' | 'optional'
  >,
): CounterWorkload {
  const made = counting(
    { ...workload, group: 'Under load', optional: true, operation: () => increment },
    (done) => done,
    () => undefined,
  );
  return {
    ...made,
    wrong(answers, first) {
      const last = first + answers.length;
      const fits = (answer: unknown) =>
        Number.isInteger(answer) && Number(answer) > first && Number(answer) <= last;
      const stray = answers.findIndex((answer) => !fits(answer));
      if (stray >= 0) return `got ${String(answers[stray])}, expected ${first + 1} to ${last}`;
      const different = new Set(answers).size;
      if (different === answers.length) return undefined;
      return `got ${different} different values, expected ${answers.length}`;
    },
  };
}

export const sustained: readonly CounterWorkload[] = [
  ...callers.map(({ concurrency, turn }) =>
    incrementing({
      id: `sustained-${concurrency}`,
      label: `${turn} × increment(1), ${concurrency === 1 ? 'one caller' : `${concurrency} callers`}`,
      question:
        concurrency === 1
          ? 'How many calls a second does one connection take when each waits for the one before?'
          : `How many calls a second does one connection take when ${concurrency} are always under way, and how long do the slowest wait?`,
      spoken: concurrency === 1 ? 'one call of one caller' : `one call of ${concurrency} under way`,
      concurrency,
      turn,
    }),
  ),
  incrementing({
    id: 'sustained-open',
    label: `${OPEN} × increment(1), ${RATE} a second`,
    question:
      'How long does a call take, waiting included, when calls come at a fixed rate whether or not the last is answered?',
    spoken: `one of ${RATE} calls a second`,
    ratePerSecond: RATE,
    turn: OPEN,
  }),
];
