import { checkFunction, checkWhole, show } from '../arguments.ts';
import { type Called, LONGEST, type PeerMethods } from './operations.ts';

/** Most calls of a caller’s function that one call may ask for. */
const MOST_CALLBACKS = 10_000;

/** Methods of every place’s service. */
export const peerMethods = [
  'echo',
  'addAll',
  'upload',
  'downloadText',
  'downloadBytes',
  'callBack',
  'answered',
] as const satisfies ReadonlyArray<keyof PeerMethods>;

/**
 * The one implementation of what is asked: every system’s serving side calls it, so that only the way
 * there differs. A place adds methods of its own. A wrong argument throws a TypeError or RangeError.
 */
export class PeerService implements PeerMethods {
  /** Names of the methods that a caller may call; nothing else is within reach. */
  readonly methods: readonly string[];
  #answered = 0;
  /** The last payload made: the same length is usually asked for again. */
  #text = '';
  #bytes: Uint8Array = new Uint8Array();

  /** @param added names of the methods that a place adds */
  constructor(added: readonly string[] = []) {
    this.methods = [...peerMethods, ...added];
  }

  echo<Value>(value: Value): Value {
    this.#answered += 1;
    return value;
  }

  addAll(pairs: ReadonlyArray<readonly [number, number]>): number[] {
    if (!Array.isArray(pairs)) {
      throw new TypeError(`addAll: got ${show(pairs)}, expected an array of pairs of numbers`);
    }
    const sums = pairs.map((pair: unknown, index) => {
      const [a, b] = Array.isArray(pair) ? (pair as unknown[]) : [];
      if (typeof a === 'number' && typeof b === 'number') return a + b;
      throw new TypeError(`addAll: got ${show(pair)} at ${index}, expected a pair of numbers`);
    });
    this.#answered += 1;
    return sums;
  }

  upload(data: string | Uint8Array): number {
    if (typeof data !== 'string' && !(data instanceof Uint8Array)) {
      throw new TypeError(`upload: got ${show(data)}, expected a text or bytes`);
    }
    this.#answered += 1;
    return data.length;
  }

  downloadText(length: number): string {
    checkWhole('downloadText', length, 0, LONGEST);
    if (this.#text.length !== length) this.#text = textOf(length);
    this.#answered += 1;
    return this.#text;
  }

  downloadBytes(length: number): Uint8Array {
    checkWhole('downloadBytes', length, 0, LONGEST);
    if (this.#bytes.length !== length) this.#bytes = bytesOf(length);
    this.#answered += 1;
    return this.#bytes;
  }

  callBack(count: number, call: Called): number {
    checkWhole('callBack', count, 0, MOST_CALLBACKS);
    checkFunction('callBack', call);
    for (let index = 0; index < count; index += 1) call(index);
    this.#answered += 1;
    return count;
  }

  answered(): number {
    return this.#answered;
  }
}

/** A service’s methods as functions of their own, for what calls them by name. */
export function functionsOf<Methods extends PeerMethods>(service: PeerService & Methods): Methods {
  const found = service as unknown as Record<string, (...args: unknown[]) => unknown>;
  return Object.fromEntries(
    service.methods.map((name) => [name, found[name]?.bind(service)]),
  ) as unknown as Methods;
}

/** The digits and letters again and again: every length begins alike, and no character needs escaping. */
const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';

/** A text of so many characters, none outside of ASCII; both ends make it, so that it can be checked. */
export function textOf(length: number): string {
  return ALPHABET.repeat(Math.ceil(length / ALPHABET.length)).slice(0, length);
}

/** So many bytes, each its place modulo 251: no power of two, so that a lost chunk shows. */
export function bytesOf(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let index = 0; index < length; index += 1) bytes[index] = index % 251;
  return bytes;
}
