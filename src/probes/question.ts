/** What a question is to which code finds the answer, and how an answer is written. */

/** How a probe came out. `partly` and `not-applicable` say why in the detail. */
export const results = ['pass', 'partly', 'fail', 'not-applicable'] as const;
export type Result = (typeof results)[number];

/** The answer for one system: always from what a real client and a real server did. */
export interface Outcome {
  result: Result;
  /** What was seen, in a sentence or a clause. */
  detail: string;
}

/**
 * A question that is put to each of `All`. Its code throws only when the probe itself is broken, or
 * where `answerOf` does.
 */
export interface Question<Base, All> {
  /** `values-map`: begins with its group. */
  id: string;
  question: string;
  /** What `pass` means, in a sentence. */
  passes: string;
  /** For all that have no code of their own. */
  run?: (kit: Base) => Promise<Outcome>;
  /** Code for one of them each. */
  own?: { [S in keyof All]?: (kit: All[S]) => Promise<Outcome> };
}

/** @throws Error where a probe has no code for a system */
export function runOf<Base, All extends { [S in keyof All]: Base }, S extends keyof All & string>(
  probe: Question<Base, All>,
  system: S,
): (kit: All[S]) => Promise<Outcome> {
  const run = probe.own?.[system] ?? probe.run;
  if (run === undefined) {
    throw new Error(`${probe.id}: got no code for ${system}, expected run or own["${system}"]`);
  }
  return run;
}
