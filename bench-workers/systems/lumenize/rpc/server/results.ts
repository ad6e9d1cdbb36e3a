/** Results on their way to the client: what is a function there becomes the path that leads to it. */
import {
  encode,
  encodePlain,
  FUNCTIONS,
  Look,
  type Need,
  PLAIN,
  SPECIAL,
} from '../protocol/codec.ts';
import {
  isChain,
  isObject,
  type NestedOperation,
  type RemoteFunction,
  type ResultItem,
  type Step,
} from '../protocol/protocol.ts';
import { type Key, replaceDeep } from '../protocol/replace.ts';
import { type Exposed, publicMembers } from './expose.ts';
import { runChain, type RpcLimits } from './run-chain.ts';

/** The answer to one call with the steps that led to it. */
export interface Answer {
  item: ResultItem;
  steps: readonly Step[];
}

const hasPublicMembers = (value: object): boolean => publicMembers(value).length > 0;

/** The text of the frame that answers a batch. A result that cannot travel fails its call alone. */
export function encodeAnswers(type: string, answers: readonly Answer[]): string {
  const need = needOf(answers);
  if (need === PLAIN) return encodePlain({ type, batch: answers.map(({ item }) => item) });
  const batch = need === FUNCTIONS ? answers.map(travelling) : answers.map(({ item }) => item);
  try {
    return encode({ type, batch });
  } catch {
    return encode({ type, batch: batch.map((item) => ensureTravels(item, type)) });
  }
}

function needOf(answers: readonly Answer[]): Need {
  const values = answers.map(({ item }) => (item.success ? item.result : item.error));
  try {
    return new Look(hasPublicMembers).mostOf(values, PLAIN);
  } catch {
    // A value too deep to look into, or one whose getter throws: its own item will say so.
    return SPECIAL;
  }
}

function travelling({ item, steps }: Answer): ResultItem {
  if (!item.success) return item;
  return orFailed(item, () => ({ ...item, result: withoutFunctions(item.result, steps) }));
}

function ensureTravels(item: ResultItem, type: string): ResultItem {
  return orFailed(item, () => {
    encode({ type, batch: [item] });
    return item;
  });
}

/** What is made of an item; where that throws, its call has failed. */
function orFailed({ id }: ResultItem, make: () => ResultItem): ResultItem {
  try {
    return make();
  } catch (error) {
    return { id, success: false, error };
  }
}

function withoutFunctions(result: unknown, steps: readonly Step[]): unknown {
  return replaceDeep(result, (value, path) => {
    if (typeof value === 'function') {
      return { value: remoteFunction(value.name, steps, path), descend: false };
    }
    if (typeof value !== 'object' || value === null || !hasPublicMembers(value)) return undefined;
    return { value: membersOf(value), descend: true };
  });
}

/** An instance as data: its own fields, and what its class made public. */
function membersOf(value: object): object {
  const members: Record<string, unknown> = { ...value };
  for (const name of publicMembers(value)) members[name] = Reflect.get(value, name);
  return members;
}

function remoteFunction(
  name: string,
  steps: readonly Step[],
  path: readonly Key[] | undefined,
): RemoteFunction {
  if (path === undefined) {
    throw new TypeError(
      `result: got the function ${name} inside a Map or a Set, expected it where a path leads to it`,
    );
  }
  const last = path.at(-1);
  return {
    __isRemoteFunction: true,
    __operationChain: [...steps, ...path.map((key): Step => ({ type: 'get', key }))],
    __functionName: typeof last === 'string' ? last : name || 'anonymous',
  };
}

/** Every text that holds a call as an argument holds this. */
export const NESTED_KEY = '__isNestedOperation';

/** Whether a value stands for a call that serves as an argument. */
function isNested(value: unknown): value is NestedOperation {
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
