import { type Amounts, amountsOf, NOTHING } from './protocol.ts';

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
