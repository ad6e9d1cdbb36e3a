/** Workloads as they are written down: every answer is known beforehand, and so is a number at the other end. */
import type { Workload } from '../../core/plan/index.ts';
import { eachAnswer } from './answers.ts';

/** A workload without what its checks are made of. */
export interface Recipe<Operations> extends Omit<
  Workload<Operations>,
  'check' | 'wrong' | 'leaves'
> {
  /** Set where the other end answers it by more than the number it holds, so that it needs one of its own. */
  alone?: boolean;
}

/** The number that the other end holds: how it is asked for, and what a sentence says of it. */
export interface Held<Operations> {
  ask: (operations: Operations) => Promise<number>;
  /** `the counter holds 3`. */
  spoken: (number: number) => string;
}

/**
 * A workload whose answers are looked at one by one, and after which the other end has to hold a number.
 *
 * @param adds the amount by which so many operations change that number
 * @param wrong what is wrong with the answer at a place, where the other end held so much before, in words;
 *   undefined when it is right
 */
export function checked<Operations>(
  { alone = false, ...recipe }: Recipe<Operations>,
  { ask, spoken }: Held<Operations>,
  adds: (done: number) => number,
  wrong: (answer: unknown, place: number, held: number) => string | undefined,
): Workload<Operations> {
  return {
    ...recipe,
    ...(!alone && { leaves: adds }),
    wrong: eachAnswer('answer', wrong),
    async check(operations, done, held = 0) {
      const [got, expected] = [await ask(operations), held + adds(done)];
      return got === expected ? undefined : `${spoken(got)}, expected ${expected}`;
    },
  };
}
