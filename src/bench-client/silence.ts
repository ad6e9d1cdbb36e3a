/** Notices a bench that has stopped answering long before an operation’s deadline, and takes that time off the clock. */
import type { Silence } from '../harness/run/index.ts';

/** Longest that a bench may take to say that it is there, in ms. */
const ANSWER_MS = 2000;

/** What is known of whether a bench answers. */
export class Silences implements Silence {
  readonly #ask: (signal: AbortSignal) => Promise<void>;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  #asking = false;
  #isSilent = false;
  #lostMs = 0;

  /**
   * @param ask rejects where nobody answers
   * @param now a monotonic clock, in ms
   */
  constructor(ask: (signal: AbortSignal) => Promise<void>, now: () => number) {
    this.#ask = ask;
    this.#now = now;
  }

  /** The clock without the time in which the bench was found silent: what came to nothing counts for nothing. */
  readonly now = (): number => this.#now() - this.#lostMs;

  get isSilent(): boolean {
    return this.#isSilent;
  }

  doubt(since: number): void {
    if (this.#asking || this.#isSilent) return;
    this.#asking = true;
    this.#ask(AbortSignal.timeout(ANSWER_MS))
      .catch(() => {
        this.#lostMs += Math.max(0, this.now() - since);
        this.#isSilent = true;
        for (const listener of [...this.#listeners]) listener();
      })
      .finally(() => {
        this.#asking = false;
      });
  }

  onSilent(callback: () => void): () => void {
    this.#listeners.add(callback);
    if (this.#isSilent) callback();
    return () => this.#listeners.delete(callback);
  }

  /** The bench has answered. */
  over(): void {
    this.#isSilent = false;
  }
}
