import { type Caller, dayOf, type Refusal } from './protocol.ts';
import { DailyHash } from './visitors.ts';

/** How long a door’s word is told again before it is asked anew, in ms: at first, and at most. */
const FIRST_MS = 250;
const LONGEST_MS = 10_000;

interface Told {
  until: number;
  forMs: number;
  refusal: Refusal | undefined;
}

/** What doors told callers a moment ago, in the memory of the Worker. */
export class TurnedAway {
  readonly #told = new Map<string, Told>();
  readonly #hash = new DailyHash();

  /** What this caller was told a moment ago, and may be told again. */
  async of(caller: Caller): Promise<Told | undefined> {
    const now = Date.now();
    this.#forget(now);
    if (this.#told.size === 0) return undefined;
    const told = this.#told.get(await this.#keyOf(caller, now));
    return told !== undefined && told.until > now ? told : undefined;
  }

  /** @param refusal undefined: the caller may come in, which is told to questions alone */
  async add(caller: Caller, refusal: Refusal | undefined): Promise<void> {
    const now = Date.now();
    const key = await this.#keyOf(caller, now);
    const before = this.#told.get(key);
    // Whoever knocks on hears from the door ever more seldom; who came in the same moment did not.
    const goesOn = before !== undefined && before.until <= now;
    const forMs = goesOn ? Math.min(2 * before.forMs, LONGEST_MS) : (before?.forMs ?? FIRST_MS);
    const until = Math.min(refusal?.retryAt ?? Infinity, now + forMs);
    this.#told.set(key, { until, forMs, refusal });
  }

  /** Forgets those who have not knocked on for as long as they were told. */
  #forget(now: number): void {
    for (const [key, { until, forMs }] of this.#told) {
      if (until + forMs <= now) this.#told.delete(key);
    }
  }

  async #keyOf({ address, page, share }: Caller, now: number): Promise<string> {
    return `${(await this.#hash.of(address, dayOf(now))).text} ${page} ${share}`;
  }
}
