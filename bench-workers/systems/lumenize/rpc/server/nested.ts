import type { Exposed } from './expose.ts';
import { isChain, isObject, type NestedOperation, type Step } from '../protocol/protocol.ts';
import { replaceDeep } from '../protocol/replace.ts';
import { runChain, type RpcLimits } from './run-chain.ts';

/** Every text that holds a call as an argument holds this. */
export const NESTED_KEY = '__isNestedOperation';

/** Whether a value stands for a call that serves as an argument. */
export function isNested(value: unknown): value is NestedOperation {
  return isObject(value) && value[NESTED_KEY] === true;
}

/** The calls of one batch that serve as arguments. Each is run once, however often it stands there. */
export class NestedCalls {
  readonly #exposed: Exposed;
  readonly #limits: RpcLimits;
  /** Results by reference; undefined while the call is under way. */
  readonly #results = new Map<string, Promise<unknown> | undefined>();

  constructor(exposed: Exposed, limits: RpcLimits) {
    this.#exposed = exposed;
    this.#limits = limits;
  }

  /** Runs a chain whose arguments may be calls. */
  run(steps: readonly Step[]): unknown {
    return runChain(this.#exposed, steps, this.#limits, (args) => this.#resolve(args));
  }

  /** The arguments with the result of each call in its place. */
  async #resolve(args: readonly unknown[]): Promise<unknown[]> {
    const found = new Set<NestedOperation>();
    replaceDeep(args, (value) => {
      if (!isNested(value)) return undefined;
      found.add(value);
      return { value, descend: false };
    });
    if (found.size === 0) return [...args];
    const results = new Map<unknown, unknown>();
    // One after the other, as the calls of a batch are.
    for (const nested of found) results.set(nested, await this.#resultOf(nested));
    return replaceDeep(args, (value) =>
      results.has(value) ? { value: results.get(value), descend: false } : undefined,
    ) as unknown[];
  }

  async #resultOf({ __refId: id, __operationChain: chain }: NestedOperation): Promise<unknown> {
    if (this.#results.has(id)) {
      const known = this.#results.get(id);
      // Calls run one after the other, so one that is under way has come upon itself.
      if (known === undefined) throw new TypeError(`argument: got ${show(id)} inside itself`);
      return known;
    }
    if (typeof id !== 'string' || !isChain(chain)) {
      throw new TypeError(
        `argument: got the reference ${show(id)} without a chain that can be read, expected {"__refId": string, "__operationChain": steps}`,
      );
    }
    this.#results.set(id, undefined);
    const result = Promise.resolve().then(() => this.run(chain));
    await result.catch(() => undefined);
    this.#results.set(id, result);
    return result;
  }
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? typeof value).slice(0, 80);
}
