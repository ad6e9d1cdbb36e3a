/** What the workloads of this study are made of. */
import type { Api } from '../../../service/api.ts';
import { eachAnswer } from '../../../service/answers.ts';
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
    wrong: eachAnswer('answer', wrong),
    async check(counter, done, held = 0) {
      const [value, expected] = [await counter.getValue(), held + adds(done)];
      return value === expected ? undefined : `the counter holds ${value}, expected ${expected}`;
    },
  };
}

/** For operations that leave the counter as it is. */
export const still = () => 0;
