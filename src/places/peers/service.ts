/**
 * The calls over channels that are no sockets to a bench: between processes, and between windows, workers
 * and ports. One service answers them; each system offers them in its own idiom.
 */
import { checkFunction, checkWhole, show } from '../arguments.ts';
import type { Caller } from './by-hand.ts';

/** Most characters or bytes of a payload: 10 MiB. */
export const LONGEST = 10 * 1024 * 1024;

/** Most calls of a caller’s function that one call may ask for. */
const MOST_CALLBACKS = 10_000;

/** A function of the caller that the remote side calls; nothing comes back of it. */
export type Called = (index: number) => void;

/** Methods of every place’s service. */
export const peerMethods = [
  'echo',
  'addAll',
  'upload',
  'downloadText',
  'downloadBytes',
  'callBack',
  'answered',
] as const satisfies ReadonlyArray<keyof PeerService>;

/**
 * The one implementation of what is asked: every system’s serving side calls it, so that only the way
 * there differs. A place adds methods of its own. A wrong argument throws a TypeError or RangeError.
 */
export class PeerService {
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

  /** The value it was given. */
  echo<Value>(value: Value): Value {
    this.#answered += 1;
    return value;
  }

  /** The sum of each pair of numbers: one call that carries many. */
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

  /** Length of a text in UTF-16 units, or of bytes. */
  upload(data: string | Uint8Array): number {
    if (typeof data !== 'string' && !(data instanceof Uint8Array)) {
      throw new TypeError(`upload: got ${show(data)}, expected a text or bytes`);
    }
    this.#answered += 1;
    return data.length;
  }

  /** So many characters of text, none outside of ASCII. The length is at most {@link LONGEST}. */
  downloadText(length: number): string {
    checkWhole('downloadText', length, 0, LONGEST);
    if (this.#text.length !== length) this.#text = textOf(length);
    this.#answered += 1;
    return this.#text;
  }

  /** So many bytes. The length is at most {@link LONGEST}. */
  downloadBytes(length: number): Uint8Array {
    checkWhole('downloadBytes', length, 0, LONGEST);
    if (this.#bytes.length !== length) this.#bytes = bytesOf(length);
    this.#answered += 1;
    return this.#bytes;
  }

  /** Calls the function with each number below the count; returns the count. At most 10,000. */
  callBack(count: number, call: Called): number {
    checkWhole('callBack', count, 0, MOST_CALLBACKS);
    checkFunction('callBack', call);
    for (let index = 0; index < count; index += 1) call(index);
    this.#answered += 1;
    return count;
  }

  /** How many calls it has answered since it was opened, this one not counted. */
  answered(): number {
    return this.#answered;
  }
}

/** A service’s methods as functions of their own, for what calls them by name. */
export function functionsOf(service: PeerService): Readonly<Record<string, Method>> {
  const found = service as unknown as Record<string, Method>;
  return Object.fromEntries(
    service.methods.map((name) => [name, found[name]?.bind(service) as Method]),
  );
}

type Method = (...args: unknown[]) => unknown;
type Single = Omit<PeerService, 'methods' | 'echo' | 'callBack'>;

/** The same as a caller has it. Bytes arrive as bytes, whatever carried them. */
export type PeerOperations = {
  [Name in keyof Single]: (...args: Parameters<Single[Name]>) => Promise<ReturnType<Single[Name]>>;
} & {
  echo<Value>(value: Value): Promise<Value>;
  /** Resolves to how often the function has been called by then, once it has been called `count` times. */
  calledBack(count: number): Promise<number>;
};

/** Makes a call by the name of its method; a callback goes along with it. */
export type CallByName = Caller['call'];

/** What a library makes of the remote side. Its own types of that lose type parameters; the values do not. */
export type Remote = Readonly<Record<string, (...args: unknown[]) => Promise<never>>>;

/**
 * Calls the methods of what a library makes of the remote side.
 *
 * @param pass makes of a callback what the library sends along
 */
export function callsOf(
  remote: object,
  pass: (callback: (value: never) => void) => unknown = (callback) => callback,
): CallByName {
  return (method, args, callback) => {
    const given = callback === undefined ? args : [...args, pass(callback)];
    return (remote as Remote)[method]?.(...given) as Promise<never>;
  };
}

/** The operations of a caller that names the methods itself. */
export function operationsByName(call: CallByName): PeerOperations {
  return {
    echo: (value) => call('echo', [value]),
    addAll: (pairs) => call('addAll', [pairs]),
    upload: (data) => call('upload', [data]),
    downloadText: (length) => call('downloadText', [length]),
    downloadBytes: (length) => call('downloadBytes', [length]),
    answered: () => call('answered', []),
    async calledBack(count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      let calls = 0;
      if (count === 0) resolve();
      const callback = () => {
        calls += 1;
        if (calls === count) resolve();
      };
      // Nothing says that an answer comes after the calls which were made before it.
      await Promise.all([call('callBack', [count], callback), promise]);
      return calls;
    },
  };
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
