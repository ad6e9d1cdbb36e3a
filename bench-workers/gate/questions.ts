import { type Caller, dayOf, type Refusal } from './protocol.ts';
import { DailyHash } from './visitors.ts';

const MINUTE_MS = 60_000;

/** How often each caller asked about the bench in this minute, in the memory of the Worker. */
export class Questions {
  readonly #asked = new Map<string, number>();
  readonly #hash = new DailyHash();
  #minute = 0;

  /** Counts a question; a refusal to one too many. */
  async ask({ address }: Caller, most: number): Promise<Refusal | undefined> {
    const now = Date.now();
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#asked.clear();
    }
    const { text } = await this.#hash.of(address, dayOf(now));
    const asked = (this.#asked.get(text) ?? 0) + 1;
    this.#asked.set(text, asked);
    const retryAt = (minute + 1) * MINUTE_MS;
    return asked > most ? { reached: 'questions', limit: most, retryAt } : undefined;
  }
}
