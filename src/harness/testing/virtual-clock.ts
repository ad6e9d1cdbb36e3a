/** A clock that stands still until everything that can happen has happened, then jumps to the next timer. */
export class VirtualClock {
  #now = 0;
  #timers: Array<{ at: number; callback: () => void }> = [];

  now = (): number => this.#now;

  after = (delayMs: number, callback: () => void): (() => void) => {
    const timer = { at: this.#now + delayMs, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  };

  sleep = (delayMs: number): Promise<void> =>
    new Promise((resolve) => this.after(delayMs, resolve));

  get pending(): number {
    return this.#timers.length;
  }

  /** Lets time pass until the promise has settled. Fails when it never can. */
  async drive<Value>(promise: Promise<Value>): Promise<Value> {
    let settled = false;
    const mark = () => {
      settled = true;
    };
    promise.then(mark, mark);
    for (;;) {
      // A turn of the event loop runs every promise callback that is ready.
      await new Promise((resolve) => setImmediate(resolve));
      if (settled) return promise;
      const [next] = this.#timers.toSorted((one, other) => one.at - other.at);
      if (next === undefined) throw new Error(`stuck at ${this.#now} ms: no timer is set`);
      this.#timers = this.#timers.filter((each) => each !== next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
  }
}
