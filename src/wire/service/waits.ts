/** Calls of one object that wait for its clients. In a public bench nothing may wait for ever. */
import { limits } from '../limits.ts';

export class Waits {
  readonly #longestMs: number;
  readonly #end: (reason: string) => void;
  readonly #held = new Set<{ key: string; letGo: () => void }>();
  /** Functions of clients that were called and have not answered. */
  #asked = 0;

  /**
   * @param longestMs longest time that a call waits
   * @param end closes everything that is open to the object, because libraries hold what waits for a client
   */
  constructor(longestMs: number, end: (reason: string) => void) {
    this.#longestMs = longestMs;
    this.#end = end;
  }

  /** The key of each call that waits for a release. Several may wait for one key. */
  get keys(): string[] {
    return [...this.#held].map(({ key }) => key);
  }

  /** Resolves to the key once it is released. Rejects if nobody releases it in time. */
  hold(key: string): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const call = { key, letGo: () => resolve(key) };
    this.#held.add(call);
    const late = this.#late(`hold: got no release of ${key}`);
    const timer = setTimeout(() => reject(late), this.#longestMs);
    return promise.finally(() => {
      clearTimeout(timer);
      this.#held.delete(call);
    });
  }

  /** Lets every call go that waits for a key. @returns false if none does */
  release(key: string): boolean {
    const calls = [...this.#held].filter((call) => call.key === key);
    for (const { letGo } of calls) letGo();
    return calls.length > 0;
  }

  /** Calls functions of a client, which must answer in time. @throws RangeError if too many wait already */
  async ask<Answer>(method: string, count: number, call: () => Answer): Promise<Awaited<Answer>> {
    const { waiting } = limits.callbacks;
    if (this.#asked + count > waiting) {
      throw new RangeError(
        `${method}: got ${count} calls more, expected at most ${waiting} that wait for answers`,
      );
    }
    this.#asked += count;
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      reject(this.#late(`${method}: got no answer of the client`));
      this.#end('expected the answer of a function');
    }, this.#longestMs);
    try {
      return await Promise.race([call(), promise]);
    } finally {
      clearTimeout(timer);
      this.#asked -= count;
    }
  }

  #late(what: string): Error {
    return new Error(`${what} within ${this.#longestMs} ms`);
  }
}
