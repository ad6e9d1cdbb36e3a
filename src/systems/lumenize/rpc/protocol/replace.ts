import { setField } from './protocol.ts';

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
    if (!isPlain(parts)) return parts;
    const fields = {};
    this.#copies.set(original, fields);
    for (const key of Object.keys(parts)) {
      const item: unknown = Reflect.get(parts, key);
      setField(fields, key, this.copy(item, path && [...path, key]));
    }
    return fields;
  }
}

/** Whether a value is an object of no class. */
export function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
