import {
  amountNames,
  type Amounts,
  amountsOf,
  type Budget,
  dayOf,
  endOfDay,
  NOTHING,
  type Refusal,
  type Share,
} from './protocol.ts';

/** The part of the day that a rate limiter has leased, and gives on to its objects. */
export class DayLease {
  readonly #budget: Budget;
  readonly #share: Share;
  readonly #chunk: Amounts;
  readonly #of: Amounts;
  #left: Amounts = { ...NOTHING };
  /** What nobody has leased, as the budget said when it was last asked; undefined before. */
  #elsewhere: Amounts | undefined;
  #day = '';
  #refilling: Promise<ReadonlySet<keyof Amounts>> | undefined;

  /** @param of what the share has in a day, for the words of a refusal */
  constructor(budget: Budget, share: Share, chunk: Amounts, of: Amounts) {
    this.#budget = budget;
    this.#share = share;
    this.#chunk = chunk;
    this.#of = of;
  }

  /** What is left of the day: here, and where nobody has leased it. */
  async left(): Promise<Amounts> {
    this.#turn();
    if (this.#elsewhere === undefined) await this.#refill(this.#chunk);
    const [here, elsewhere] = [this.#left, this.#elsewhere ?? NOTHING];
    return amountsOf((name) => here[name] + elsewhere[name]);
  }

  /** Takes what is wanted; waits only when the chunk is used up. A refusal when the day is. */
  async take(wanted: Amounts): Promise<Refusal | undefined> {
    // What is there is taken at once: others take as well while somebody waits.
    for (;;) {
      const short = this.#short(wanted);
      if (short === undefined) break;
      const refusal = await this.#more(wanted, short);
      if (refusal !== undefined) return refusal;
    }
    for (const name of amountNames) this.#left[name] -= wanted[name];
    if (amountNames.some((name) => this.#left[name] < this.#chunk[name] / 2)) {
      // Nobody waits for it; whoever needs it asks again, and hears why it failed.
      this.#refill(this.#chunk).catch(() => undefined);
    }
    return undefined;
  }

  /** Takes as much of what is wanted as there is; a refusal when one amount is used up. */
  async takeSome(wanted: Amounts): Promise<Amounts | { refusal: Refusal }> {
    if ((await this.take(wanted)) === undefined) return wanted;
    const rest = amountsOf((name) => Math.max(0, Math.min(wanted[name], this.#left[name])));
    const usedUp = amountNames.find((name) => wanted[name] > 0 && rest[name] === 0);
    if (usedUp !== undefined) return { refusal: this.#refusal(usedUp) };
    for (const name of amountNames) this.#left[name] -= rest[name];
    return rest;
  }

  /** Why so much would be refused now; takes nothing. */
  async look(wanted: Amounts): Promise<Refusal | undefined> {
    const short = this.#short(wanted);
    return short === undefined ? undefined : this.#more(wanted, short);
  }

  putBack(amounts: Amounts): void {
    for (const name of amountNames) this.#left[name] += amounts[name];
  }

  /** Returns all that is left to the budget; a part of a second stays used. */
  async giveBack(): Promise<void> {
    const left = amountsOf((name) => Math.floor(this.#left[name]));
    this.#left = { ...NOTHING };
    this.#elsewhere = undefined;
    await this.#budget.giveBack(this.#share, this.#day, left);
  }

  /** The amount of which there is less than is wanted. */
  #short(wanted: Amounts): keyof Amounts | undefined {
    this.#turn();
    return amountNames.find((name) => wanted[name] > 0 && this.#left[name] < wanted[name]);
  }

  /** Gets more, or says that the day has none. */
  async #more(wanted: Amounts, short: keyof Amounts): Promise<Refusal | undefined> {
    const usedUp = await this.#refill(wanted);
    if (!usedUp.has(short) || this.#left[short] >= wanted[short]) return undefined;
    return this.#refusal(short);
  }

  #refusal(short: keyof Amounts): Refusal {
    return { reached: `day-${short}`, limit: this.#of[short], retryAt: endOfDay(Date.now()) };
  }

  /**
   * Asks the budget for a chunk, one at a time: whoever comes meanwhile waits for the same.
   *
   * @returns the amounts of which the day has no more
   */
  #refill(wanted: Amounts): Promise<ReadonlySet<keyof Amounts>> {
    const refill = async () => {
      const asked = amountsOf((name) =>
        Math.ceil(Math.max(0, Math.max(this.#chunk[name], wanted[name]) - this.#left[name])),
      );
      const { granted, left } = await this.#budget.lease(this.#share, asked);
      this.putBack(granted);
      this.#elsewhere = left;
      return new Set(amountNames.filter((name) => granted[name] < asked[name]));
    };
    this.#refilling ??= refill().finally(() => (this.#refilling = undefined));
    return this.#refilling;
  }

  /** What was leased of yesterday is not today’s. */
  #turn(): void {
    const today = dayOf(Date.now());
    if (today === this.#day) return;
    this.#day = today;
    this.#left = { ...NOTHING };
    this.#elsewhere = undefined;
  }
}

/** What each visitor has used of today, by its number. */
export class Spending {
  readonly #parts: number;
  readonly #used: Map<number, Amounts>;

  /**
   * @param parts a visitor may have one of so many of what is left of the day
   * @param used what was counted before
   */
  constructor(parts: number, used: ReadonlyMap<number, Amounts> = new Map()) {
    this.#parts = parts;
    this.#used = new Map(used);
  }

  get used(): ReadonlyMap<number, Amounts> {
    return this.#used;
  }

  /**
   * What a visitor may have in all, where so much of the day is left: its part of that and of what it
   * has used already. However often it comes, others find the rest.
   */
  mostOf(visitor: number, left: Amounts): Amounts {
    const used = this.#of(visitor);
    return amountsOf((name) => Math.floor((left[name] + used[name]) / this.#parts));
  }

  /** What a visitor may have more. */
  roomOf(visitor: number, left: Amounts): Amounts {
    const [most, used] = [this.mostOf(visitor, left), this.#of(visitor)];
    return amountsOf((name) => Math.max(0, most[name] - used[name]));
  }

  /** Counts what a visitor got, or with amounts below nought what it gave back. */
  add(visitor: number, amounts: Amounts): void {
    const used = this.#of(visitor);
    this.#used.set(
      visitor,
      amountsOf((name) => Math.max(0, used[name] + amounts[name])),
    );
  }

  #of(visitor: number): Amounts {
    return this.#used.get(visitor) ?? NOTHING;
  }
}
