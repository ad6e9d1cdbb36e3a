import { runChain } from './expose.ts';
import { isChain, isObject, NESTED_KEY, type NestedOperation, type Step } from './protocol.ts';
import { replaceDeep } from './replace.ts';

/** Whether a value stands for a call that serves as an argument. */
function isNested(value: unknown): value is NestedOperation {
  return isObject(value) && value[NESTED_KEY] === true;
}

/** Runs a chain. */
export type Run = (steps: readonly Step[]) => Promise<unknown>;

/**
 * Makes a runner for one frame: a call that is an argument is run once, however often it stands there.
 *
 * @param mostChains that it runs: each has an answer, whether it calls a method or reads what has none
 */
export function runnerOf(target: object, text: string, mostChains: number): Run {
  const hasNested = text.includes(NESTED_KEY);
  /**
   * Results by reference, or by the call itself where it has none: an alias of one object is one
   * call. Undefined while the call is under way.
   */
  const results = new Map<unknown, Promise<unknown> | undefined>();
  let chains = 0;
  const run: Run = async (steps) => {
    chains += 1;
    if (chains > mostChains) {
      throw new RangeError(`frame: got more calls, expected at most ${mostChains}`);
    }
    return runChain(target, steps, hasNested ? resolved : undefined);
  };

  /** The arguments with the result of each call in its place. */
  async function resolved(args: readonly unknown[]): Promise<readonly unknown[]> {
    const found = new Map<unknown, unknown>();
    replaceDeep(args, (value) => {
      if (!isNested(value)) return undefined;
      found.set(value, undefined);
      return { value };
    });
    // One after the other, as the calls of a batch are.
    for (const nested of found.keys()) found.set(nested, await resultOf(nested as NestedOperation));
    return replaceDeep(args, (value) =>
      found.has(value) ? { value: found.get(value) } : undefined,
    ) as unknown[];
  }

  async function resultOf(nested: NestedOperation): Promise<unknown> {
    const { __refId: id, __operationChain: chain } = nested;
    const call = id ?? nested;
    if (results.has(call)) {
      const known = results.get(call);
      // Calls run one after the other, so one that is under way has come upon itself.
      if (known === undefined) throw new TypeError('argument: got a call inside itself');
      return known;
    }
    if ((id !== undefined && typeof id !== 'string') || !isChain(chain)) {
      const got = String(JSON.stringify(id)).slice(0, 80);
      throw new TypeError(
        `argument: got the reference ${got} without a chain that can be read, expected {"__refId": string, "__operationChain": steps}`,
      );
    }
    results.set(call, undefined);
    const result = Promise.resolve().then(() => run(chain));
    await result.catch(() => undefined);
    results.set(call, result);
    return result;
  }

  return run;
}
