/**
 * The design that the journal describes, rebuilt from its description and from nothing else: each
 * call is stored and read back, given to a queue of the other object inside a boundary of its own
 * (`blockConcurrencyWhile`), stored and worked off there, and its result is sent back as a call.
 */
import { parse, stringify } from '@lumenize/structured-clone';
import type { Pending } from '../../../src/places/peers/by-hand.ts';
import { type DesignName, designs, type EffectTarget, type MakeWay } from './way.ts';

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
function failed(text: string, error: unknown): string {
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

/** Keeps texts in the object’s storage or in memory. */
interface Kept {
  put(key: string, text: string): void;
  read(key: string): string | undefined;
  take(key: string): string | undefined;
}

function keptBy(
  read: (key: string) => string | undefined,
  put: (key: string, text: string) => void,
  remove: (key: string) => unknown,
): Kept {
  const take = (key: string) => {
    const text = read(key);
    remove(key);
    return text;
  };
  return { put, read, take };
}

/** What an object keeps, in each of both ways. */
export class Keeping {
  readonly #storage: Kept;
  readonly #memory: Kept;

  constructor({ storage: { kv } }: DurableObjectState) {
    const texts = new Map<string, string>();
    this.#storage = keptBy(
      (key) => kv.get<string>(key),
      (key, text) => kv.put(key, text),
      (key) => kv.delete(key),
    );
    this.#memory = keptBy(
      (key) => texts.get(key),
      (key, text) => void texts.set(key, text),
      (key) => texts.delete(key),
    );
  }

  in(design: DesignName): Kept {
    return designs[design].stored ? this.#storage : this.#memory;
  }
}

/** What the called object needs for its half. */
interface Answering {
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

/** Takes a result in, as the other object sends it back, for the call that waits for it. */
export function takeResult(keeping: Keeping, pending: Pending, design: DesignName, result: string) {
  const { value, error, operation } = openBox(result);
  // What the answer is for was kept with the call.
  if (keeping.in(design).take(`pending:${operation}`) === undefined) return;
  if (error === undefined) pending.resolve(operation, value);
  else pending.reject(operation, error);
}

/** The way of a design, whose calls wait in the object’s one place for that. */
export const reconstruction =
  (keeping: Keeping, pending: Pending) =>
  (design: DesignName): MakeWay =>
  ({ ctx, stub, name }) =>
  (at, n, text) =>
    pending.ask((operation) => {
      const kept = keeping.in(design);
      kept.put(`pending:${operation}`, boxed(n, text, operation));
      const send = async () => {
        const continuation = kept.read(`pending:${operation}`) ?? '';
        await stub(at).enqueue(String(operation), name, continuation, design);
      };
      const sent = designs[design].boundary === 'none' ? send() : ctx.blockConcurrencyWhile(send);
      sent.catch((error: unknown) => pending.reject(operation, error));
    });
