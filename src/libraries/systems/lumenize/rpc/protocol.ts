/**
 * Messages of the Lumenize RPC protocol, as version 0.26 of the published packages speaks it. Every
 * frame is `{"json": message, "meta": {…}}`, written and read by the published codec.
 */

/** Address prefix and subprotocol unless configured otherwise. */
export const DEFAULT_PREFIX = '__rpc';
export const SUBPROTOCOL = 'lumenize.rpc';

/** Id of the answer to a frame whose ids could not be read. */
export const PARSE_ERROR_ID = 'parse-error';

/** `type` of a message that the server sends without being asked. */
export const DOWNSTREAM_TYPE = '__downstream';

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

/** Key that marks a call as an argument, and one that marks a function in a result. */
export const NESTED_KEY = '__isNestedOperation';
export const REMOTE_KEY = '__isRemoteFunction';

/**
 * A call that is an argument of another. It has its chain at its first place in a batch, and only the reference at
 * others: it is run once. The published client writes calls inside calls without a reference.
 */
export interface NestedOperation {
  __isNestedOperation: true;
  __refId?: string;
  __operationChain?: readonly Step[];
}

/** An object whose properties may have any name. */
export type Fields = Record<string, unknown>;

/** True for an object, whose properties may have any name. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/** Opens the frame of a text, whose values are still to be read; undefined for another text. */
export function openFrame(text: string): { json: Fields; meta: object } | undefined {
  try {
    const frame: unknown = JSON.parse(text);
    if (!isObject(frame) || !isObject(frame['json'])) return undefined;
    return { json: frame['json'], meta: Object(frame['meta']) as object };
  } catch {
    return undefined;
  }
}

/** True for a well-formed chain. A chain of no steps would lead to the object itself, which no client gets. */
export function isChain(value: unknown): value is Step[] {
  return Array.isArray(value) && value.length > 0 && value.every(isStep);
}

function isStep(step: unknown): step is Step {
  if (!isObject(step)) return false;
  if (step['type'] === 'apply') return Array.isArray(step['args']);
  if (step['type'] !== 'get') return false;
  return typeof step['key'] === 'string' || typeof step['key'] === 'number';
}

// Copies of values with some of their parts replaced.

/** The keys that lead to a part of a value; undefined inside a Map or a Set. */
type Path = ReadonlyArray<string | number> | undefined;

/** The replacement of a value: another as it is, or a copy of one whose parts are replaced too. */
type Replacement = { value: unknown } | { copyOf: object };

/** Finds the replacement of an object or a function; undefined leaves it. */
type Replace = (value: object, path: Path) => Replacement | undefined;

/**
 * Copies a value with some of its parts replaced. It looks only into arrays, plain objects, Maps and Sets. An object in
 * two places of the value is one object in two places of the copy, cycles included.
 */
export function replaceDeep(value: unknown, replace: Replace): unknown {
  const copies = new Map<object, unknown>();

  function copy(original: unknown, from: Path, key?: string | number): unknown {
    if (!isObject(original) && typeof original !== 'function') return original;
    const known = copies.get(original);
    if (known !== undefined) return known;
    const path = key === undefined ? from : from && [...from, key];
    const replacement = replace(original, path) ?? { copyOf: original };
    if ('copyOf' in replacement) return copyParts(original, replacement.copyOf, path);
    // A function is asked for anew in each place: a method of two instances leads to two of them.
    if (typeof original === 'object') copies.set(original, replacement.value);
    return replacement.value;
  }

  function copyParts(original: object, parts: object, path: Path): unknown {
    if (Array.isArray(parts)) {
      const list: unknown[] = [];
      copies.set(original, list);
      for (const [index, item] of parts.entries()) list.push(copy(item, path, index));
      return list;
    }
    if (parts instanceof Map) {
      const map = new Map<unknown, unknown>();
      copies.set(original, map);
      for (const [key, item] of parts) map.set(copy(key, undefined), copy(item, undefined));
      return map;
    }
    if (parts instanceof Set) {
      const set = new Set();
      copies.set(original, set);
      for (const item of parts) set.add(copy(item, undefined));
      return set;
    }
    const prototype: unknown = Object.getPrototypeOf(parts);
    if (prototype !== Object.prototype && prototype !== null) return parts;
    // Each key is there before it is set: to set a new `__proto__` would set the prototype.
    const fields: Fields = { ...parts };
    copies.set(original, fields);
    for (const key of Object.keys(fields)) fields[key] = copy(fields[key], path, key);
    return fields;
  }

  return copy(value, []);
}
