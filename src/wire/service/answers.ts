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

/** An object of types that JSON lacks. It differs at each place. */
export function richAt(place: number) {
  return {
    name: `object ${place}`,
    when: new Date(Date.UTC(2026, 0, 1) + place * 86_400_000),
    large: 2n ** 70n + BigInt(place),
    counts: new Map([
      ['first', place],
      ['second', place * 2],
    ]),
    tags: new Set(['red', `tag ${place}`]),
    bytes: Uint8Array.from({ length: 16 }, (_, index) => (place * 31 + index * 7) % 256),
  };
}

type Fields = Partial<Record<string, unknown>>;

/** Names the first field that did not survive. @param more tells of fields in addition to those of {@link richAt} */
export function unlikeRich(
  answer: unknown,
  place: number,
  more: (answer: Fields) => Readonly<Record<string, boolean>>,
): string | undefined {
  if (typeof answer !== 'object' || answer === null) {
    return `got ${String(answer)}, expected an object`;
  }
  const expected = richAt(place);
  const fields = answer as Fields;
  const { name, when, large, counts, tags, bytes } = fields;
  const survived = {
    name: name === expected.name,
    when: when instanceof Date && when.getTime() === expected.when.getTime(),
    large: large === expected.large,
    counts: counts instanceof Map && same([...counts].flat(), [...expected.counts].flat()),
    tags: tags instanceof Set && same([...tags], [...expected.tags]),
    bytes: bytes instanceof Uint8Array && same([...bytes], [...expected.bytes]),
    ...more(fields),
  };
  const lost = Object.entries(survived).find(([, whole]) => !whole)?.[0];
  return lost === undefined ? undefined : `its field ${lost} did not come back as it was sent`;
}

function same(got: readonly unknown[], expected: readonly unknown[]): boolean {
  return got.length === expected.length && got.every((value, index) => value === expected[index]);
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
