/** Frames to text and back: `{"json": message, "meta": {…}}`. */
import { fromEnvelope } from './decode.ts';
import { toEnvelope } from './encode.ts';
import { isObject, type Frame } from './protocol.ts';

/** The text of a frame whose batch is JSON already. */
export function encodePlain(message: Frame<unknown>): string {
  return `{"json":${JSON.stringify(message)},"meta":{}}`;
}

/**
 * The text of any message. Throws a TypeError on a value that cannot travel.
 *
 * @param secret an object of which nothing travels, wherever it is held
 */
export function encode(message: unknown, secret?: object): string {
  return JSON.stringify(toEnvelope(message, secret));
}

/** A message in its envelope, before its values are read. */
export interface Envelope {
  json: unknown;
  meta: unknown;
  /** Whether nothing in it may need more than JSON. */
  plain: boolean;
}

/**
 * Opens the envelope of a text.
 *
 * @throws SyntaxError or TypeError on a text that is no envelope
 */
export function open(text: string): Envelope {
  const envelope: unknown = JSON.parse(text);
  if (!isObject(envelope) || !('json' in envelope)) {
    throw new TypeError('frame: expected {"json", "meta"}');
  }
  // Tags, references and escaped keys all begin with `$`, which JSON may also spell `\u0024`. A
  // text without either is plain JSON and needs no walk.
  const plain = !text.includes('$') && !text.includes('\\u');
  return { json: envelope['json'], meta: envelope['meta'], plain };
}

/** Opens the envelope of a text whose message is of one of these types; undefined for any other text. */
export function openOf(types: readonly unknown[], text: string): Envelope | undefined {
  try {
    const envelope = open(text);
    return isObject(envelope.json) && types.includes(envelope.json['type']) ? envelope : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The message in an envelope.
 *
 * @throws TypeError, RangeError or SyntaxError naming what was expected
 */
export function read({ json, meta, plain }: Envelope): unknown {
  return plain ? json : fromEnvelope(json, meta);
}

/**
 * Turns the text of a frame back into its message.
 *
 * @throws SyntaxError, TypeError or RangeError naming what was expected.
 */
export function decode(text: string): unknown {
  return read(open(text));
}

// * Tells values that are JSON already from those that need more. A frame of the first kind is
// written by `JSON.stringify` alone.

/** What a value needs in order to travel, from nothing to the most work. */
export const PLAIN = 0;
/** Types beyond JSON, keys to escape, cycles, or an object that stands in two places. */
export const SPECIAL = 1;
/**
 * What has to be replaced before it can travel: functions, promises, and instances whose class
 * makes some of their methods public.
 */
export const REPLACE = 2;

export type Need = typeof PLAIN | typeof SPECIAL | typeof REPLACE;

/** Looks at the values of one frame. Objects are remembered across them, so that aliases are seen. */
export class Inspection {
  // Made at the first object: most calls have none.
  #seen: Set<object> | undefined;
  readonly #hasPublicMethods: (value: object) => boolean;

  /** @param hasPublicMethods whether an instance travels with methods */
  constructor(hasPublicMethods: (value: object) => boolean = () => false) {
    this.#hasPublicMethods = hasPublicMethods;
  }

  /** What a value needs: the most that any part of it needs. */
  needOf(value: unknown): Need {
    if (typeof value === 'object') return value === null ? PLAIN : this.#needOfObject(value);
    if (typeof value === 'function') return REPLACE;
    const isJson = typeof value === 'string' || typeof value === 'boolean';
    return isJson || Number.isFinite(value) ? PLAIN : SPECIAL;
  }

  #needOfObject(value: object): Need {
    // Seen before: an alias or a cycle, which has been looked into already.
    this.#seen ??= new Set();
    if (this.#seen.has(value)) return SPECIAL;
    this.#seen.add(value);
    if (Array.isArray(value)) return this.mostOf(value, PLAIN);
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype || prototype === null) {
      let need: Need = PLAIN;
      for (const key of Object.keys(value)) {
        // Keys with `$` are escaped; `__proto__` and `toJSON` mean something to JSON.
        if (key.startsWith('$') || key === '__proto__') need = SPECIAL;
      }
      return this.#hasPublicMethods(value) ? REPLACE : this.mostOf(Object.values(value), need);
    }
    if (this.#hasPublicMethods(value)) return REPLACE;
    if (value instanceof Map) return this.mostOf([...value.keys(), ...value.values()], SPECIAL);
    if (value instanceof Set) return this.mostOf([...value], SPECIAL);
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return SPECIAL;
    if (value instanceof Promise) return REPLACE;
    return this.mostOf(Object.values(value), SPECIAL);
  }

  /** What several values need: the most that one of them needs, or `least` where that is more. */
  mostOf(values: readonly unknown[], least: Need): Need {
    let most: Need = least;
    for (const value of values) {
      const need = this.needOf(value);
      if (need === REPLACE) return REPLACE;
      if (need > most) most = need;
    }
    return most;
  }
}
