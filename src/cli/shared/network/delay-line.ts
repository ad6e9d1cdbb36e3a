import type { NetworkLink } from '../../../harness/record/index.ts';

/** The clock, timer and chance of a line. */
interface LineWorld {
  /** A monotonic clock, in ms. */
  now(): number;
  /** Calls back after a delay in ms; returns what cancels it. */
  after(delayMs: number, callback: () => void): () => void;
  /** A uniform number in [0, 1). */
  random(): number;
}

/**
 * One direction of a link: what goes in comes out later, in the same order. Each piece takes half
 * the round trip and a jitter of its own, drawn from an exponential distribution whose mean is half
 * the link's, and waits for the one before it. So the round trip of a link is its least, and takes
 * the jitter longer on average.
 */
export class DelayLine {
  readonly #link: NetworkLink;
  readonly #world: LineWorld;
  readonly #waiting: Array<{ at: number; deliver: () => void }> = [];
  readonly #openAt: number;
  #lastAt = 0;
  #cancel: (() => void) | undefined;

  /** @param opensInMs time until anything may leave, in ms: what goes in earlier leaves then */
  constructor(link: NetworkLink, world: LineWorld, opensInMs = 0) {
    this.#link = link;
    this.#world = world;
    this.#openAt = world.now() + opensInMs;
  }

  /** Delivers after the link's delay, and after all that was sent before. */
  send(deliver: () => void): void {
    const { roundTripMs, jitterMs } = this.#link;
    const leavesAt = Math.max(this.#openAt, this.#world.now());
    // The inverse of the exponential distribution's cumulative function.
    const jitter = -Math.log(1 - this.#world.random()) * (jitterMs / 2);
    this.#lastAt = Math.max(this.#lastAt, leavesAt + roundTripMs / 2 + jitter);
    this.#waiting.push({ at: this.#lastAt, deliver });
    if (this.#cancel === undefined) this.#wait();
  }

  /** Drops what has not been delivered. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#waiting.length = 0;
  }

  #wait(): void {
    const [first] = this.#waiting;
    if (first === undefined) return;
    this.#cancel = this.#world.after(Math.max(0, first.at - this.#world.now()), () => {
      this.#cancel = undefined;
      this.#deliverDue(first.at);
      if (this.#cancel === undefined) this.#wait();
    });
  }

  /** A timer may come late, and what became due meanwhile goes with it. */
  #deliverDue(dueAt: number): void {
    const until = Math.max(dueAt, this.#world.now());
    const due = this.#waiting.findIndex(({ at }) => at > until);
    const ready = this.#waiting.splice(0, due === -1 ? this.#waiting.length : due);
    for (const { deliver } of ready) deliver();
  }
}
