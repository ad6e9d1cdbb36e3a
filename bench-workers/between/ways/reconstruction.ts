/**
 * The design that the journal describes, rebuilt from its description and from nothing else: each
 * call is stored and read back, given to a queue of the other object inside a boundary of its own
 * (`blockConcurrencyWhile`), stored and worked off there, and its result is sent back as a call.
 */
import { parse, stringify } from '@lumenize/structured-clone';
import { Pending } from '../../../src/links/pending.ts';
import type { EffectTarget, MakeWay } from '../batch.ts';

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

/** What came of a call, and what waits for it, as {@link perform} or {@link enqueue} wrote it. */
export function openBox(text: string): { value: number; error?: Error; operation: number } {
  const { then, ...outcome } = parse(text) as {
    value: number;
    error?: Error;
    then: Continuation['then'];
  };
  return { ...outcome, operation: then.operation };
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

/** Reads a text that was stored, and deletes it. */
function take({ storage: { kv } }: DurableObjectState, key: string): string | undefined {
  const text = kv.get<string>(key);
  kv.delete(key);
  return text;
}

/** Takes a call in: it is stored and thereby acknowledged, and worked off afterwards. */
export function enqueue(
  target: EffectTarget,
  ctx: DurableObjectState,
  key: string,
  continuation: string,
  sendBack: (result: string) => Promise<void>,
): void {
  ctx.storage.kv.put(`queue:${key}`, continuation);
  const work = async (): Promise<string> => {
    const stored = take(ctx, `queue:${key}`) ?? continuation;
    try {
      return perform(target, stored);
    } catch (error) {
      return stringify({ error, then: (parse(stored) as Continuation).then });
    }
  };
  // A caller that is gone wants no result.
  ctx
    .blockConcurrencyWhile(work)
    .then(sendBack)
    .catch(() => undefined);
}

/** Calls that wait for their results, by the object that made them. */
const pendingCalls = new WeakMap<DurableObjectState, Pending>();

/** Takes a result in, as the other object sends it back, for the call that waits for it. */
export function takeResult(ctx: DurableObjectState, result: string): void {
  const { value, error, operation } = openBox(result);
  // What the answer is for was stored with the call.
  if (take(ctx, `pending:${operation}`) === undefined) return;
  const pending = pendingCalls.get(ctx);
  if (error === undefined) pending?.resolve(operation, value);
  else pending?.reject(operation, error);
}

/** The way of the design. */
export const reconstruction: MakeWay = ({ ctx, stub, name }) => {
  const pending = pendingCalls.get(ctx) ?? new Pending();
  pendingCalls.set(ctx, pending);
  return (at, n, text) =>
    pending.ask((operation) => {
      const { kv } = ctx.storage;
      kv.put(`pending:${operation}`, boxed(n, text, operation));
      const send = async () => {
        const continuation = kv.get<string>(`pending:${operation}`) ?? '';
        await stub(at).enqueue(String(operation), name, continuation);
      };
      ctx.blockConcurrencyWhile(send).catch((error: unknown) => pending.reject(operation, error));
    });
};
