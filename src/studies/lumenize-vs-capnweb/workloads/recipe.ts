/** The parts that the workloads of this study are made of. */
import type { Operation, Workload } from '../../../harness/plan/index.ts';
import type { Api } from '../../../service/api.ts';
import { checked, type Held, type Recipe } from '../../../service/workloads.ts';

export type CounterOperation = Operation<Api>;
export type CounterWorkload = Workload<Api>;

export const increment: CounterOperation = (counter) => counter.increment(1);
export const getValue: CounterOperation = (counter) => counter.getValue();

const value: Held<Api> = {
  ask: (counter) => counter.getValue(),
  spoken: (number) => `the counter holds ${number}`,
};

/** A workload after which the counter must hold what so many operations add to it. */
export const counting = (
  recipe: Recipe<Api>,
  adds: (done: number) => number,
  wrong: (answer: unknown, place: number, held: number) => string | undefined,
): CounterWorkload => checked(recipe, value, adds, wrong);

/** For operations that leave the counter as it is. */
export const still = () => 0;
