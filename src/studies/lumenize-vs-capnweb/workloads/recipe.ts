/** What the workloads of this study are made of. */
import type { Api } from '../../../service/api.ts';
import type { Operation, Workload } from '../../../harness/plan/index.ts';

export type CounterOperation = Operation<Api>;
export type CounterWorkload = Workload<Api>;

export const increment: CounterOperation = (counter) => counter.increment(1);
export const getValue: CounterOperation = (counter) => counter.getValue();

/** A workload as it is written down: its answers looked at one by one. */
interface Recipe extends Omit<CounterWorkload, 'check' | 'wrong' | 'leaves'> {
  /** Whether an object answers it by more than what its counter holds, so that it needs one of its own. */
  alone?: boolean;
}

/**
 * A workload whose every answer is known beforehand.
 *
 * @param adds what so many operations add to the counter
 * @param wrong what is wrong with the answer at a place of a counter that held so much before, in words;
 *   undefined when it is right
 */
export function counting(
  { alone = false, ...workload }: Recipe,
  adds: (done: number) => number,
  wrong: (answer: unknown, place: number, held: number) => string | undefined,
): CounterWorkload {
  return {
    ...workload,
    ...(!alone && { leaves: adds }),
    wrong(answers, first, held = 0) {
      for (const [index, answer] of answers.entries()) {
        const why = wrong(answer, first + index, held);
        if (why !== undefined) return `answer ${first + index + 1}: ${why}`;
      }
      return undefined;
    },
    async check(counter, done, held = 0) {
      const [value, expected] = [await counter.getValue(), held + adds(done)];
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
  expectedAt: (place: number, held: number) => readonly unknown[],
): (answer: unknown, place: number, held: number) => string | undefined {
  return (answer, place, held) => {
    const expected = expectedAt(place, held);
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
