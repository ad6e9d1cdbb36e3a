/**
 * Deadlines of one length. They pass in the order in which they were set, so one timer serves all,
 * and a call that is answered in time costs no timer of its own.
 */
export class Deadlines<Call> {
  readonly #ms: number;
  readonly #onPassed: (calls: readonly Call[]) => void;
  #queue: { at: number; calls: readonly Call[] }[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param ms how long after it was set a deadline passes, in ms
   * @param onPassed is given the calls whose deadline passed, answered or not
   */
  constructor(ms: number, onPassed: (calls: readonly Call[]) => void) {
    this.#ms = ms;
    this.#onPassed = onPassed;
  }

  set(calls: readonly Call[]): void {
    this.#queue.push({ at: Date.now() + this.#ms, calls });
    this.#timer ??= this.#arm(this.#ms);
  }

  /** Forgets all deadlines: nothing is waited for. The timer stays, for the next call. */
  clear(): void {
    this.#queue.length = 0;
  }

  /** Forgets all, and the timer. */
  stop(): void {
    this.clear();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #arm(ms: number): ReturnType<typeof setTimeout> {
    const timer = setTimeout(() => this.#check(), ms);
    // In Node, a timer must not keep a process alive that waits for nothing else.
    if (typeof timer === 'object' && 'unref' in timer) timer.unref();
    return timer;
  }

  #check(): void {
    const now = Date.now();
    const waiting = this.#queue.findIndex(({ at }) => at > now);
    const passed = this.#queue.splice(0, waiting === -1 ? this.#queue.length : waiting);
    const [next] = this.#queue;
    this.#timer = next && this.#arm(next.at - now);
    this.#onPassed(passed.flatMap(({ calls }) => calls));
  }
}
