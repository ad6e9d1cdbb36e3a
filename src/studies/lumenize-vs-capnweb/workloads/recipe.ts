/** What the workloads of this study are made of. */
import type { CounterOperations } from '../../../places/bench/operations.ts';
import type { Operation, Workload } from '../../../harness/plan/index.ts';

export type CounterOperation = Operation<CounterOperations>;
export type CounterWorkload = Workload<CounterOperations>;

export const increment: CounterOperation = (counter) => counter.increment(1);
export const getValue: CounterOperation = (counter) => counter.getValue();

/** A workload as it is written down: its answers looked at one by one. */
type Recipe = Omit<CounterWorkload, 'check' | 'wrong'>;

/**
 * A workload whose every answer is known beforehand.
 *
 * @param held what the counter must hold after so many operations
 * @param wrong what is wrong with the answer at a place, in words; undefined when it is right
 */
export function counting(
  workload: Recipe,
  held: (done: number) => number,
  wrong: (answer: unknown, place: number) => string | undefined,
): CounterWorkload {
  return {
    ...workload,
    wrong(answers, first) {
      for (const [index, answer] of answers.entries()) {
        const why = wrong(answer, first + index);
        if (why !== undefined) return `answer ${first + index + 1}: ${why}`;
      }
      return undefined;
    },
    async check(counter, done) {
      const [value, expected] = [await counter.getValue(), held(done)];
      return value === expected ? undefined : `the counter holds ${value}, expected ${expected}`;
    },
  };
}

/** For operations that leave the counter as it is. */
export const still = () => 0;

/** For answers that are plain values: what was got and what was expected. */
export function unlike(answer: unknown, expected: unknown): string | undefined {
  if (Object.is(answer, expected)) return undefined;
  const [got, wanted] = [brief(answer), brief(expected)];
  return got === wanted ? `got ${got}, expected another` : `got ${got}, expected ${wanted}`;
}

/** For operations of several calls at once: one answer for each, in their order. */
export function answersOf(
  expectedAt: (place: number) => readonly unknown[],
): (answer: unknown, place: number) => string | undefined {
  return (answer, place) => {
    const expected = expectedAt(place);
    if (!Array.isArray(answer)) return `got ${String(answer)}, expected ${expected.length} answers`;
    if (answer.length !== expected.length) {
      return `got ${answer.length} answers, expected ${expected.length}`;
    }
    return expected.map((each, at) => unlike(answer[at], each)).find((why) => why !== undefined);
  };
}

/** A value in few words: a long text by its length. */
function brief(value: unknown): string {
  if (typeof value !== 'string') return String(value);
  return value.length > 40 ? `a text of ${value.length} characters` : JSON.stringify(value);
}
