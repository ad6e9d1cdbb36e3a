/** Compares answers with expected ones. Each function says in words what is wrong, or undefined. */
import type { Workload } from '../../core/plan/index.ts';

/** Checks answers one by one. @param what the word for one of them: `answer` */
export function eachAnswer(
  what: string,
  wrong: (answer: unknown, place: number, held: number) => string | undefined,
) {
  return (answers: readonly unknown[], first: number, held = 0): string | undefined => {
    for (const [index, answer] of answers.entries()) {
      const why = wrong(answer, first + index, held);
      if (why !== undefined) return `${what} ${first + index + 1}: ${why}`;
    }
    return undefined;
  };
}

/** Compares plain values. */
export function mismatch(answer: unknown, expected: unknown): string | undefined {
  if (Object.is(answer, expected)) return undefined;
  const got = brief(answer);
  const wanted = brief(expected);
  return got === wanted ? `got ${got}, expected another` : `got ${got}, expected ${wanted}`;
}

/** Compares the answers of several calls at once, in their order. */
export function mismatchOfAll(answer: unknown, expected: readonly unknown[]): string | undefined {
  if (!Array.isArray(answer)) return `got ${brief(answer)}, expected ${expected.length} answers`;
  if (answer.length !== expected.length) {
    return `got ${answer.length} answers, expected ${expected.length}`;
  }
  return expected.map((each, at) => mismatch(answer[at], each)).find((why) => why !== undefined);
}

/** Compares payloads: text as a whole, bytes one by one. */
export function mismatchOfData(answer: unknown, expected: string | Uint8Array): string | undefined {
  if (typeof expected === 'string') return mismatch(answer, expected);
  if (!(answer instanceof Uint8Array)) {
    return `got ${brief(answer)}, expected ${expected.length} bytes`;
  }
  if (answer.length !== expected.length) {
    return `got ${answer.length} bytes, expected ${expected.length}`;
  }
  // A loop, because `every` would call a function for each of millions of bytes.
  for (let at = 0; at < expected.length; at += 1) {
    if (answer[at] === expected[at]) continue;
    return `got ${answer[at]} as the byte at ${at}, expected ${expected[at]}`;
  }
  return undefined;
}

/** A value in few words. Of a long text it gives the length. */
function brief(value: unknown): string {
  if (typeof value !== 'string') return String(value);
  return value.length > 40 ? `a text of ${value.length} characters` : JSON.stringify(value);
}

// Workloads by short definitions: every answer is known in advance, and so is a number at the other end.

/** A workload without its checks. */
export interface Recipe<Operations> extends Omit<
  Workload<Operations>,
  'check' | 'wrong' | 'leaves'
> {
  /** True if its answers depend on more than the number at the other end, so that it needs an object of its own. */
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
 * @param wrong names the fault of the answer at a place, given the number held before
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
