/**
 * Messages of the Lumenize RPC protocol, as version 0.26 of the published packages speak it.
 * Every text frame is `{"json": message, "meta": {…}}`; see codec.ts.
 */

/** Address prefix and subprotocol unless configured otherwise. */
export const DEFAULT_PREFIX = '__rpc';
export const SUBPROTOCOL = 'lumenize.rpc';

/** What the subprotocol that carries a client's id begins with. */
export const CLIENT_ID_SUBPROTOCOL = 'lumenize.rpc.clientId.';

/** Id of the answer to a frame whose ids could not be read. */
export const PARSE_ERROR_ID = 'parse-error';

/** `type` of a message that the server sends without being asked. */
export const DOWNSTREAM_TYPE = '__downstream';

/** Most steps of one chain, and most arguments of one call, unless configured otherwise. */
export const MAX_DEPTH = 50;
export const MAX_ARGS = 100;

/** One step of a chain, run from the object itself. */
export type Step = { type: 'get'; key: string | number } | { type: 'apply'; args: unknown[] };

/** One call of a batch. The id is opaque and made by the client. */
export interface CallItem {
  id: string;
  operations: readonly Step[];
}

/** The answer to one call. */
export type ResultItem =
  { id: string; success: true; result: unknown } | { id: string; success: false; error: unknown };

/**
 * A call that serves as an argument of another. It has its chain where it stands first in a
 * batch; where it stands again, the reference alone, and it is run once. One without a reference,
 * as the published client writes calls inside calls, stands nowhere else.
 */
export interface NestedOperation {
  __isNestedOperation: true;
  __refId?: string;
  __operationChain?: readonly Step[];
}

/** Every text of a result that holds a function holds this. */
export const REMOTE_KEY = '__isRemoteFunction';

/** A function in a result: the path that leads to it. */
export interface RemoteFunction {
  __isRemoteFunction: true;
  __operationChain: readonly Step[];
  __functionName: string;
}

/** The `type` of the frames of an address prefix: `/bench/lumenize` has `bench/lumenize`. */
export function frameType(prefix: string): string {
  return prefix.replace(/^\/+|\/+$/g, '');
}

/** An object whose properties may have any name. */
export type Fields = Record<string, unknown>;

/** Whether a value is an object that may have properties of any name. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/** Whether a value is a well-formed chain; its arguments may be anything. */
export function isChain(value: unknown): value is Step[] {
  return Array.isArray(value) && value.every(isStep);
}

function isStep(step: unknown): step is Step {
  if (!isObject(step)) return false;
  if (step['type'] === 'apply') return Array.isArray(step['args']);
  if (step['type'] !== 'get') return false;
  return typeof step['key'] === 'string' || typeof step['key'] === 'number';
}

/** A step into a value: a key of an object or an index of an array. */
export type Key = string | number;

/** What stands in a value's place; whether its own parts are looked at in turn. */
interface Replacement {
  value: unknown;
  descend: boolean;
}

/**
 * Tells what stands in the place of a value, or undefined to leave it.
 *
 * @param path the keys that lead to the value; undefined inside a Map or a Set, where none does
 */
type Replace = (value: unknown, path: readonly Key[] | undefined) => Replacement | undefined;

/**
 * Copies a value with some of its parts replaced. Only arrays, plain objects, Maps and Sets are
 * looked into. What stands in two places of the value stands in two places of the copy, cycles
 * included.
 */
export function replaceDeep(value: unknown, replace: Replace): unknown {
  return new Replacer(replace).copy(value, []);
}

/** A class, because one is made for every call and closures cost more. */
class Replacer {
  readonly #replace: Replace;
  readonly #copies = new Map<unknown, unknown>();

  constructor(replace: Replace) {
    this.#replace = replace;
  }

  copy(original: unknown, path: readonly Key[] | undefined): unknown {
    if (original === null || (typeof original !== 'object' && typeof original !== 'function')) {
      return original;
    }
    // A function is asked for anew in each place: a method of two instances leads to two of them.
    const known = this.#copies.get(original);
    if (known !== undefined) return known;
    const replacement = this.#replace(original, path);
    if (replacement === undefined) return this.#copyParts(original, original, path);
    if (replacement.descend) return this.#copyParts(original, replacement.value, path);
    if (typeof original === 'object') this.#copies.set(original, replacement.value);
    return replacement.value;
  }

  #copyParts(original: unknown, parts: unknown, path: readonly Key[] | undefined): unknown {
    if (Array.isArray(parts)) {
      const list = new Array<unknown>(parts.length);
      this.#copies.set(original, list);
      for (let index = 0; index < parts.length; index += 1) {
        list[index] = this.copy(parts[index], path && [...path, index]);
      }
      return list;
    }
    if (parts instanceof Map) {
      const map = new Map<unknown, unknown>();
      this.#copies.set(original, map);
      for (const [key, item] of parts) {
        map.set(this.copy(key, undefined), this.copy(item, undefined));
      }
      return map;
    }
    if (parts instanceof Set) {
      const set = new Set();
      this.#copies.set(original, set);
      for (const item of parts) set.add(this.copy(item, undefined));
      return set;
    }
    if (!isPlainObject(parts)) return parts;
    // Each key is there before it is set: to set a new `__proto__` would set the prototype.
    const fields: Fields = { ...parts };
    this.#copies.set(original, fields);
    for (const key of Object.keys(fields)) {
      fields[key] = this.copy(fields[key], path && [...path, key]);
    }
    return fields;
  }
}

/** Whether a value is an object of no class. */
export function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
