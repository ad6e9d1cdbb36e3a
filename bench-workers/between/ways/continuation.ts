/** Calls as data: what is to be done with the other object, and what with the answer, as structured clones in JSON. */
import { parse, stringify } from '@lumenize/structured-clone';
import type { EffectTarget } from './way.ts';

type Step = { type: 'get'; key: string } | { type: 'apply'; args: unknown[] };

/** A call and what follows it. */
interface Continuation {
  steps: Step[];
  /** What the answer is handed to: the operation that waits for it. */
  then: { handler: string; operation: number };
}

/** A call of `effect` and its continuation as text. */
export function boxed(n: number, text: string, operation: number): string {
  const continuation: Continuation = {
    steps: [
      { type: 'get', key: 'effect' },
      { type: 'apply', args: [n, text] },
    ],
    then: { handler: 'settle', operation },
  };
  return stringify(continuation);
}

/** What came of a call, and what waits for it, as {@link perform} or {@link failed} wrote it. */
export function openBox(text: string): { value: number; error?: Error; operation: number } {
  const { then, ...outcome } = parse(text) as {
    value: number;
    error?: Error;
    then: Continuation['then'];
  };
  return { ...outcome, operation: then.operation };
}

/** What is given back of a call that failed. */
export function failed(text: string, error: unknown): string {
  return stringify({ error, then: (parse(text) as Continuation).then });
}

/**
 * Runs the steps on an object.
 *
 * @returns what came of them and what follows, as text
 * @throws TypeError for a step that asks for another member than `effect`
 */
export function perform(target: EffectTarget, text: string): string {
  const { steps, then } = parse(text) as Continuation;
  let value: unknown;
  for (const step of steps) {
    if (step.type === 'apply') {
      const [n, payload] = step.args as [number, string];
      value = target.effect(n, payload);
    } else if (step.key !== 'effect') {
      throw new TypeError(`step: got the member ${JSON.stringify(step.key)}, expected "effect"`);
    }
  }
  return stringify({ value, then });
}
