import type { NetworkLink } from '../../../harness/record/index.ts';
import { UsageError } from '../args.ts';

/** Links by name; `near` is the bench as it is, without a proxy. */
const named = {
  city: { roundTripMs: 10, jitterMs: 1 },
  country: { roundTripMs: 30, jitterMs: 2 },
  ocean: { roundTripMs: 100, jitterMs: 5 },
} satisfies Record<string, NetworkLink>;

/** Names of the links that delay. */
export const linkNames = Object.keys(named);

/** Longest round trip and largest jitter, in ms: several of them fit into a call's deadline. */
const MOST_MS = 1000;

/**
 * Reads what follows `--network`: a name, or round trip and jitter as in `25ms,2ms`, or the round
 * trip alone.
 *
 * @returns the link; undefined for `near`, which delays nothing
 * @throws UsageError naming the value got and what was expected
 */
export function readLink(text: string): NetworkLink | undefined {
  if (text === 'near') return undefined;
  if (Object.hasOwn(named, text)) return named[text as keyof typeof named];
  const [, roundTrip, jitter = '0'] = /^([\d.]+)ms(?:,([\d.]+)ms)?$/.exec(text) ?? [];
  const [roundTripMs, jitterMs] = [Number(roundTrip), Number(jitter)];
  if (roundTripMs > 0 && roundTripMs <= MOST_MS && jitterMs >= 0 && jitterMs <= MOST_MS) {
    return { roundTripMs, jitterMs };
  }
  throw new UsageError(
    `--network: got "${text}", expected near, ${linkNames.join(', ')}, or round trip and jitter ` +
      `such as 25ms,2ms, the first above 0 and both at most ${MOST_MS}ms`,
  );
}

/** What a line needs of its surroundings. */
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
