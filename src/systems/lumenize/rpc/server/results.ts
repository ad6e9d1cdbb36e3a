/** Results on their way to the client: what is a function there becomes the path that leads to it. */
import { arePlain, encode, encodePlain } from '../protocol/codec.ts';
import {
  isChain,
  isObject,
  isPlainObject,
  type Key,
  type NestedOperation,
  type RemoteFunction,
  replaceDeep,
  type ResultItem,
  type Step,
} from '../protocol/protocol.ts';
import { type Exposed, membersWithin, runChain } from './expose.ts';

/** The answer to one call with the steps that led to it. */
export interface Answer {
  item: ResultItem;
  steps: readonly Step[];
}

/**
 * The text of the frame that answers a batch. A result that cannot travel fails its call alone.
 *
 * @param type the frame's, undefined over HTTP
 */
export function encodeAnswers(
  exposed: Exposed,
  type: string | undefined,
  answers: readonly Answer[],
): string {
  // The codec writes a type that is undefined.
  const frameOf = (batch: ResultItem[]) => (type === undefined ? { batch } : { type, batch });
  const values = answers.map(({ item }) => (item.success ? item.result : item.error));
  if (arePlain(values)) return encodePlain(frameOf(answers.map(({ item }) => item)));
  const { target } = exposed;
  const batch = answers.map(({ item, steps }) =>
    orFailed(item, () =>
      item.success ? { ...item, result: withPaths(exposed, item.result, steps) } : item,
    ),
  );
  try {
    return encode(frameOf(batch), target);
  } catch {
    const ensured = batch.map((item) =>
      orFailed(item, () => {
        encode(item, target);
        return item;
      }),
    );
    return encode(frameOf(ensured), target);
  }
}

/** What is made of an item; where that throws, its call has failed. */
function orFailed({ id }: ResultItem, make: () => ResultItem): ResultItem {
  try {
    return make();
  } catch (error) {
    return { id, success: false, error };
  }
}

/** A result with the path that leads to it in the place of each function. */
function withPaths(exposed: Exposed, result: unknown, steps: readonly Step[]): unknown {
  return replaceDeep(result, (value, path) => {
    if (typeof value === 'function') {
      return { value: remoteFunction(value.name, steps, path), descend: false };
    }
    if (typeof value !== 'object' || value === null) return undefined;
    const names = membersWithin(exposed, value);
    if (names.length === 0 && !isInstance(value)) return undefined;
    // Of the exposed object nothing travels but what is public of it.
    const members: Record<string, unknown> = value === exposed.target ? {} : { ...value };
    for (const name of names) members[name] = Reflect.get(value, name);
    return { value: members, descend: true };
  });
}

/** Whether a value is an instance of a class that is none of the platform's. */
function isInstance(value: object): boolean {
  return !isPlainObject(value) && Object.prototype.toString.call(value) === '[object Object]';
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
  /**
   * Results by reference, or by the call itself where it has none: an alias of one object is one
   * call. Undefined while the call is under way.
   */
  readonly #results = new Map<unknown, Promise<unknown> | undefined>();

  constructor(exposed: Exposed) {
    this.#exposed = exposed;
  }

  /** Runs a chain whose arguments may be calls. */
  run(steps: readonly Step[]): unknown {
    return runChain(this.#exposed, steps, (args) => this.#resolve(args));
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

  async #resultOf(nested: NestedOperation): Promise<unknown> {
    const { __refId: id, __operationChain: chain } = nested;
    const call = id ?? nested;
    if (this.#results.has(call)) {
      const known = this.#results.get(call);
      // Calls run one after the other, so one that is under way has come upon itself.
      if (known === undefined) throw new TypeError('argument: got a call inside itself');
      return known;
    }
    // A chain of no steps would hand the object itself to one of its methods.
    if ((id !== undefined && typeof id !== 'string') || !isChain(chain) || chain.length === 0) {
      throw new TypeError(
        `argument: got the reference ${show(id)} without a chain that can be read, expected {"__refId": string, "__operationChain": steps}`,
      );
    }
    this.#results.set(call, undefined);
    const result = Promise.resolve().then(() => this.run(chain));
    await result.catch(() => undefined);
    this.#results.set(call, result);
    return result;
  }
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? typeof value).slice(0, 80);
}
