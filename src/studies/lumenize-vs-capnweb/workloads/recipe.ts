/** What the workloads of this study are made of. */
import type { CounterOperations } from '../../../../bench-workers/operations.ts';
import type { Operation, Workload } from '../../../harness/plan/index.ts';

export type CounterOperation = Operation<CounterOperations>;
export type CounterWorkload = Workload<CounterOperations>;

export const increment: CounterOperation = (counter) => counter.increment(1);
export const getValue: CounterOperation = (counter) => counter.getValue();

/** `times` times the given operations, one after the other. */
export function repeat(times: number, ...operations: CounterOperation[]): CounterOperation[] {
  return Array.from({ length: times }, () => operations).flat();
}

/** Operations that differ: the one at each place is made for it. */
export function each(times: number, make: (place: number) => CounterOperation): CounterOperation[] {
  return Array.from({ length: times }, (_, place) => make(place));
}

/**
 * A workload whose counter must hold a value in the end.
 *
 * @param wrong what is wrong with an answer, in words; undefined when it is right. Places count
 *   from the first timed operation.
 */
export function counting(
  workload: Omit<CounterWorkload, 'check'>,
  expected: number,
  wrong: (answer: unknown, place: number) => string | undefined,
): CounterWorkload {
  return {
    ...workload,
    async check(counter, answers) {
      const value = await counter.getValue();
      if (value !== expected) return `the counter holds ${value}, expected ${expected}`;
      const { length } = workload.operations;
      if (answers.length !== length) return `got ${answers.length} answers, expected ${length}`;
      for (const [place, answer] of answers.entries()) {
        const why = wrong(answer, place);
        if (why !== undefined) return `answer ${place + 1} of ${length}: ${why}`;
      }
      return undefined;
    },
  };
}

/** For answers that are plain values: what was got and what was expected. */
export function unlike(answer: unknown, expected: unknown): string | undefined {
  if (Object.is(answer, expected)) return undefined;
  const [got, wanted] = [brief(answer), brief(expected)];
  return got === wanted ? `got ${got}, expected another` : `got ${got}, expected ${wanted}`;
}

/** A value in few words: a long text by its length. */
function brief(value: unknown): string {
  if (typeof value !== 'string') return String(value);
  return value.length > 40 ? `a text of ${value.length} characters` : JSON.stringify(value);
}
