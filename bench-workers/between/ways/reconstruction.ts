/**
 * The design that the journal describes, rebuilt from its description and from nothing else: each
 * call is stored, given to a queue of the other object inside a boundary of its own, worked off
 * there, and its result is sent back as another call.
 */
import { boxed, openBox, perform } from './continuation.ts';
import type { EffectTarget, MakeWay } from './way.ts';

/** What the called object needs for its half. */
export interface Answering {
  ctx: DurableObjectState;
  target: EffectTarget;
  /** Hands a result to the object that called. */
  sendBack: (caller: string, result: string) => Promise<void>;
}

/** Takes a call in: it is stored and acknowledged, and done in a boundary of its own. */
export function enqueue(
  { ctx, target, sendBack }: Answering,
  key: string,
  caller: string,
  continuation: string,
): void {
  ctx.storage.kv.put(`queue:${key}`, { caller, continuation });
  void ctx.blockConcurrencyWhile(async () => {
    const work = ctx.storage.kv.get<{ caller: string; continuation: string }>(`queue:${key}`);
    if (work === undefined) return;
    ctx.storage.kv.delete(`queue:${key}`);
    await sendBack(work.caller, perform(target, work.continuation));
  });
}

/** The calls of one caller that wait for their result. */
export class Waiting {
  readonly #settle = new Map<number, (value: number) => void>();
  #last = 0;

  add(settle: (value: number) => void): number {
    this.#settle.set((this.#last += 1), settle);
    return this.#last;
  }

  /** Takes a result in, as the other object sends it back. */
  take({ storage }: DurableObjectState, result: string): void {
    const { value, operation } = openBox(result);
    // What the answer is for was stored with the call.
    if (storage.kv.get(`pending:${operation}`) === undefined) return;
    storage.kv.delete(`pending:${operation}`);
    this.#settle.get(operation)?.(value);
    this.#settle.delete(operation);
  }
}

export const reconstruction =
  (waiting: Waiting): MakeWay =>
  ({ ctx, stub, name }) =>
  (at, n, text) =>
    new Promise((resolve, reject) => {
      const operation = waiting.add(resolve);
      const continuation = boxed(n, text, operation);
      ctx.storage.kv.put(`pending:${operation}`, continuation);
      ctx
        .blockConcurrencyWhile(async () => {
          const pending = ctx.storage.kv.get<string>(`pending:${operation}`) ?? continuation;
          await stub(at).enqueue(String(operation), name, pending);
        })
        .catch(reject);
    });
