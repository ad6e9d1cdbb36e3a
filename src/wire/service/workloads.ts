/** Makes workloads from short definitions. Every answer is known in advance, and so is a number at the other end. */
import type { Workload } from '../../core/plan/index.ts';
import { eachAnswer } from './answers.ts';

/** A workload without its checks. */
export interface Recipe<Operations> extends Omit<
  Workload<Operations>,
  'check' | 'wrong' | 'leaves'
> {
  /** Set if its answers depend on more than the number at the other end, so that it needs an object of its own. */
  alone?: boolean;
}

/** The number that the other end holds, and the words for it. */
export interface Held<Operations> {
  ask: (operations: Operations) => Promise<number>;
  /** `the counter holds 3`. */
  spoken: (number: number) => string;
}

/**
 * A workload whose answers are checked one by one, and after which the other end must hold a number.
 *
 * @param adds the amount by which so many operations change that number
 * @param wrong says what is wrong with the answer at a place, given the number held before; undefined if it is right
 */
export function checked<Operations>(
  { alone = false, ...recipe }: Recipe<Operations>,
  { ask, spoken }: Held<Operations>,
  adds: (done: number) => number,
  wrong: (answer: unknown, place: number, held: number) => string | undefined,
): Workload<Operations> {
  const workload: Workload<Operations> = {
    ...recipe,
    wrong: eachAnswer('answer', wrong),
    async check(operations, done, held = 0) {
      const got = await ask(operations);
      const expected = held + adds(done);
      return got === expected ? undefined : `${spoken(got)}, expected ${expected}`;
    },
  };
  return alone ? workload : { ...workload, leaves: adds };
}
