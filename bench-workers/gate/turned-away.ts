import { type Caller, dayOf, type Refusal } from './protocol.ts';
import { DailyHash } from './visitors.ts';

/** How long a refusal is told again before the door is asked anew, in ms. */
const TELL_AGAIN_MS = 250;

/** Callers whom a door refused a moment ago, in the memory of the Worker. */
export class TurnedAway {
  readonly #refusals = new Map<string, { until: number; refusal: Refusal }>();
  readonly #hash = new DailyHash();

  /** What this caller was told a moment ago. */
  async of(caller: Caller): Promise<Refusal | undefined> {
    const now = Date.now();
    this.#forget(now);
    if (this.#refusals.size === 0) return undefined;
    const known = this.#refusals.get(await this.#keyOf(caller, now));
    return known !== undefined && known.until > now ? known.refusal : undefined;
  }

  async add(caller: Caller, refusal: Refusal): Promise<void> {
    const now = Date.now();
    const until = Math.min(refusal.retryAt, now + TELL_AGAIN_MS);
    this.#refusals.set(await this.#keyOf(caller, now), { until, refusal });
  }

  /** Forgets those whose moment is over. */
  #forget(now: number): void {
    for (const [key, { until }] of this.#refusals) if (until <= now) this.#refusals.delete(key);
  }

  async #keyOf({ address, page, share }: Caller, now: number): Promise<string> {
    return `${await this.#hash.of(address, dayOf(now))} ${page} ${share}`;
  }
}
