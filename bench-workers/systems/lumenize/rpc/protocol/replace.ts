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
    const known = this.#copies.get(original);
    if (known !== undefined) return known;
    const replacement = this.#replace(original, path);
    if (replacement !== undefined && !replacement.descend) {
      this.#copies.set(original, replacement.value);
      return replacement.value;
    }
    return this.#copyParts(original, replacement?.value ?? original, path);
  }

  #copyParts(original: unknown, value: unknown, path: readonly Key[] | undefined): unknown {
    const keep = <Copy>(copy: Copy): Copy => {
      this.#copies.set(original, copy);
      return copy;
    };
    const inside = (key: Key): readonly Key[] | undefined => path && [...path, key];
    if (Array.isArray(value)) {
      const copy = keep(new Array<unknown>(value.length));
      for (let index = 0; index < value.length; index += 1) {
        copy[index] = this.copy(value[index], inside(index));
      }
      return copy;
    }
    if (value instanceof Map) {
      const copy = keep(new Map<unknown, unknown>());
      for (const [key, item] of value) {
        copy.set(this.copy(key, undefined), this.copy(item, undefined));
      }
      return copy;
    }
    if (value instanceof Set) {
      const copy = keep(new Set());
      for (const item of value) copy.add(this.copy(item, undefined));
      return copy;
    }
    if (!isPlain(value)) return keep(value);
    const copy: Record<string, unknown> = keep({});
    for (const [key, item] of Object.entries(value)) {
      // Defined, because an assignment to `__proto__` would set the prototype instead.
      Object.defineProperty(copy, key, {
        value: this.copy(item, inside(key)),
        writable: true,
        enumerable: true,
        configurable: true,
      });
    }
    return copy;
  }
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
