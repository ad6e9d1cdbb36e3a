/**
 * Tells values that are JSON already from those that need more. A frame of the first kind is
 * written by `JSON.stringify` alone.
 */

/** What a value needs in order to travel, from nothing to the most work. */
export const PLAIN = 0;
/** Types beyond JSON, keys to escape, cycles, or an object that stands in two places. */
export const SPECIAL = 1;
/** Functions, or instances whose class makes some of their methods public. */
export const FUNCTIONS = 2;

export type Need = typeof PLAIN | typeof SPECIAL | typeof FUNCTIONS;

/** Looks at the values of one frame. Objects are remembered across them, so that aliases are seen. */
export class Look {
  // Made at the first object: most calls have none.
  #seen: Set<object> | undefined;
  readonly #hasPublicMethods: (value: object) => boolean;

  /** @param hasPublicMethods whether an instance travels with methods */
  constructor(hasPublicMethods: (value: object) => boolean = () => false) {
    this.#hasPublicMethods = hasPublicMethods;
  }

  /** What a value needs: the most that any part of it needs. */
  needOf(value: unknown): Need {
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return PLAIN;
      case 'number':
        return Number.isFinite(value) ? PLAIN : SPECIAL;
      case 'function':
        return FUNCTIONS;
      case 'object':
        return value === null ? PLAIN : this.#needOfObject(value);
      case 'bigint':
      case 'symbol':
      case 'undefined':
        return SPECIAL;
    }
  }

  #needOfObject(value: object): Need {
    // Seen before: an alias or a cycle, which has been looked into already.
    this.#seen ??= new Set();
    if (this.#seen.has(value)) return SPECIAL;
    this.#seen.add(value);
    if (Array.isArray(value)) return this.#most(value, PLAIN);
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype || prototype === null) {
      let need: Need = PLAIN;
      for (const key of Object.keys(value)) {
        // Keys with `$` are escaped; `__proto__` and `toJSON` mean something to JSON.
        if (key.startsWith('$') || key === '__proto__') need = SPECIAL;
      }
      return this.#hasPublicMethods(value) ? FUNCTIONS : this.#most(Object.values(value), need);
    }
    if (this.#hasPublicMethods(value)) return FUNCTIONS;
    if (value instanceof Map) return this.#most([...value.keys(), ...value.values()], SPECIAL);
    if (value instanceof Set) return this.#most([...value], SPECIAL);
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return SPECIAL;
    return this.#most(Object.values(value), SPECIAL);
  }

  #most(values: readonly unknown[], least: Need): Need {
    let most: Need = least;
    for (const value of values) {
      const need = this.needOf(value);
      if (need === FUNCTIONS) return FUNCTIONS;
      if (need > most) most = need;
    }
    return most;
  }
}
