/** Longest that a call waits for its release, in ms: nothing may wait for ever in a public bench. */
export const LONGEST_WAIT_MS = 20_000;

/** Calls of one object that wait for the release of a key. Several may wait for the same. */
export class HeldCalls {
  readonly #waiting = new Set<{ key: string; letGo: () => void }>();

  get size(): number {
    return this.#waiting.size;
  }

  /** Key of each call that waits. */
  get keys(): string[] {
    return [...this.#waiting].map(({ key }) => key);
  }

  /** Resolves to the key once it is released; rejects when nobody has released it in time. */
  hold(key: string): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const call = { key, letGo: () => resolve(key) };
    this.#waiting.add(call);
    const timer = setTimeout(() => {
      reject(new Error(`hold: got no release of ${key} within ${LONGEST_WAIT_MS} ms`));
    }, LONGEST_WAIT_MS);
    return promise.finally(() => {
      clearTimeout(timer);
      this.#waiting.delete(call);
    });
  }

  /** Lets every call go that waits for a key; false where none does. */
  release(key: string): boolean {
    const calls = [...this.#waiting].filter((call) => call.key === key);
    for (const { letGo } of calls) letGo();
    return calls.length > 0;
  }
}
