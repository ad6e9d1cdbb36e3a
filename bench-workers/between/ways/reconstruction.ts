/**
 * The design that the journal describes, rebuilt from its description and from nothing else: each
 * call is stored and read back, given to a queue of the other object inside a boundary of its own
 * (`blockConcurrencyWhile`), stored and worked off there, and its result is sent back as a call.
 */
import { boxed, failed, openBox, perform } from './continuation.ts';
import { type DesignName, designs } from './designs.ts';
import type { EffectTarget, MakeWay } from './way.ts';

/** Keeps texts in the object’s storage or in memory. */
interface Kept {
  put(key: string, text: string): void;
  read(key: string): string | undefined;
  take(key: string): string | undefined;
}

/** What an object keeps, in each of both ways. */
export class Keeping {
  readonly #storage: Kept;
  readonly #memory: Kept;

  constructor({ storage: { kv } }: DurableObjectState) {
    const texts = new Map<string, string>();
    this.#storage = {
      put: (key, text) => kv.put(key, text),
      read: (key) => kv.get<string>(key),
      take(key) {
        const text = kv.get<string>(key);
        kv.delete(key);
        return text;
      },
    };
    this.#memory = {
      put: (key, text) => void texts.set(key, text),
      read: (key) => texts.get(key),
      take(key) {
        const text = texts.get(key);
        texts.delete(key);
        return text;
      },
    };
  }

  in(design: DesignName): Kept {
    return designs[design].stored ? this.#storage : this.#memory;
  }
}

/** What the called object needs for its half. */
export interface Answering {
  ctx: DurableObjectState;
  keeping: Keeping;
  target: EffectTarget;
  /** Hands a result to the object that called. */
  sendBack: (result: string) => Promise<void>;
}

/** Takes a call in: it is kept and thereby acknowledged, and worked off afterwards. */
export function enqueue(
  { ctx, keeping, target, sendBack }: Answering,
  key: string,
  continuation: string,
  design: DesignName,
): void {
  const queue = keeping.in(design);
  queue.put(`queue:${key}`, continuation);
  const work = async (): Promise<string> => {
    const stored = queue.take(`queue:${key}`) ?? continuation;
    try {
      return perform(target, stored);
    } catch (error) {
      return failed(stored, error);
    }
  };
  const whole = async () => sendBack(await work());
  const done = {
    none: whole,
    work: async () => sendBack(await ctx.blockConcurrencyWhile(work)),
    result: () => ctx.blockConcurrencyWhile(whole),
  }[designs[design].boundary]();
  // A caller that is gone wants no result.
  done.catch(() => undefined);
}

/** The calls of one caller that wait for their result. */
export class Waiting {
  readonly #settle = new Map<number, (outcome: number | Promise<never>) => void>();
  #last = 0;

  add(settle: (outcome: number | Promise<never>) => void): number {
    this.#settle.set((this.#last += 1), settle);
    return this.#last;
  }

  /** Takes a result in, as the other object sends it back. */
  take(keeping: Keeping, design: DesignName, result: string): void {
    const { value, error, operation } = openBox(result);
    // What the answer is for was kept with the call.
    if (keeping.in(design).take(`pending:${operation}`) === undefined) return;
    this.#settle.get(operation)?.(error === undefined ? value : Promise.reject(error));
    this.#settle.delete(operation);
  }
}

/** The way of a design, whose calls wait in the object’s one place for that. */
export const reconstruction =
  (keeping: Keeping, waiting: Waiting) =>
  (design: DesignName): MakeWay =>
  ({ ctx, stub, name }) =>
  (at, n, text) =>
    new Promise((resolve, reject) => {
      const operation = waiting.add(resolve);
      const kept = keeping.in(design);
      kept.put(`pending:${operation}`, boxed(n, text, operation));
      const send = async () => {
        const continuation = kept.read(`pending:${operation}`) ?? '';
        await stub(at).enqueue(String(operation), name, continuation, design);
      };
      const sent = designs[design].boundary === 'none' ? send() : ctx.blockConcurrencyWhile(send);
      sent.catch(reject);
    });
