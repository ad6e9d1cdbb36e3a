import { type Fields, isObject } from './protocol.ts';

/** The keys that lead to a part of a value; undefined inside a Map or a Set, where none does. */
type Path = ReadonlyArray<string | number> | undefined;

/** What stands in a value's place: another as it is, or the copy of one whose parts are looked at. */
type Replacement = { value: unknown } | { copyOf: object };

/** Finds what stands in the place of an object or a function; undefined leaves it. */
type Replace = (value: object, path: Path) => Replacement | undefined;

/**
 * Copies a value with some of its parts replaced. Only arrays, plain objects, Maps and Sets are
 * looked into. What stands in two places of the value stands in two places of the copy, cycles
 * included.
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
