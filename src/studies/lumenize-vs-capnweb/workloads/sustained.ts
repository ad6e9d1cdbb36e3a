/** Load: several callers on one connection. */
import { counting, increment, type CounterWorkload } from './recipe.ts';

/** More calls where more run at once, so that all turns take about as long. */
const callers = [
  { concurrency: 1, turn: 40 },
  { concurrency: 4, turn: 160 },
  { concurrency: 16, turn: 320 },
  { concurrency: 64, turn: 640 },
] as const;

/** Increments that overlap may be answered in any order, but each value comes exactly once. */
function wrong(answers: readonly unknown[], first: number): string | undefined {
  const last = first + answers.length;
  const fits = (answer: unknown) =>
    Number.isInteger(answer) && Number(answer) > first && Number(answer) <= last;
  const stray = answers.findIndex((answer) => !fits(answer));
  if (stray >= 0) return `got ${String(answers[stray])}, expected ${first + 1} to ${last}`;
  const different = new Set(answers).size;
  if (different === answers.length) return undefined;
  return `got ${different} different values, expected ${answers.length}`;
}

export const sustained: readonly CounterWorkload[] = callers.map(({ concurrency, turn }) => {
  const isAlone = concurrency === 1;
  const workload = {
    id: `sustained-${concurrency}`,
    label: `${turn} × increment(1), ${isAlone ? 'one caller' : `${concurrency} callers`}`,
    question: isAlone
      ? 'How many calls a second does one connection take when each waits for the one before?'
      : `How many calls a second does one connection take when ${concurrency} are always under way, and how long do the slowest wait?`,
    spoken: isAlone ? 'one call of one caller' : `one call of ${concurrency} under way`,
    group: 'Under load',
    optional: true as const,
    operation: () => increment,
    concurrency,
    turn,
  };
  return {
    ...counting(
      workload,
      (done) => done,
      () => undefined,
    ),
    wrong,
  };
});
