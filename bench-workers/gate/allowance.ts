import { budgetOf, type Env } from '../env.ts';
import { gateConfig } from './config.ts';
import { amountNames, type Amounts, amountsOf, expectAmounts, NOTHING } from './protocol.ts';
import type { Payer, Refusal } from './protocol.ts';

/** The allowance of a connection: enough for most of those that a run opens. */
export const FIRST: Readonly<Amounts> = { objects: 1, messages: 60, rows: 20, seconds: 5 };
/** What an object takes of each amount that is low, ahead of need. */
const MORE: Readonly<Amounts> = { objects: 0, messages: 120, rows: 20, seconds: 15 };
/** A request to an object, in messages. */
const REQUEST = 20;

/** Header in which the Worker tells an object who pays; whatever a client put there is replaced. */
export const PAYER_HEADER = 'Roundtrip-Payer';

/** @throws SyntaxError for a request that did not come through the gate */
export function payerOf(request: Request): Payer {
  return JSON.parse(request.headers.get(PAYER_HEADER) ?? '') as Payer;
}

/** Sockets open in this isolate: the gate adds each, and its object subtracts it once, after its end. */
export const sockets = { open: 0 };

/**
 * What one object may use of the day. It takes more ahead of need, in the background: a message is
 * counted by a subtraction and waits for nobody. Nothing is given back.
 */
export class Allowance {
  readonly #env: Env;
  readonly #onUsedUp: (refusal: Refusal) => void;
  readonly #isCounted: boolean;
  readonly #left: Amounts = { ...NOTHING };
  /** Undefined in an instance that an alarm woke. */
  #payer: Payer | undefined;
  #isTaking = false;
  /** Why the budget gives no more: what is left here is still used. */
  #refusal: Refusal | undefined;
  /** Requests under way and sockets in memory, which keep the object awake. */
  #open = 0;
  #countedAt = 0;
  #timer: ReturnType<typeof setInterval> | null = null;

  /** @param onUsedUp called when the budget gives no more, and what was taken is used */
  constructor(env: Env, onUsedUp: (refusal: Refusal) => void) {
    this.#env = env;
    this.#onUsedUp = onUsedUp;
    this.#isCounted = gateConfig(env).day !== null;
  }

  /** @returns why a request is to be refused, where the object may use no more */
  begin(payer: Payer): Refusal | undefined {
    this.#payer = payer;
    if (payer.visit === 'first') this.#add(FIRST);
    if (payer.visit === 'again') this.count(REQUEST, 0);
    return this.#endWhenUsedUp();
  }

  /** @throws RangeError where an amount is below nought: that would give some back */
  count(messages: number, rows: number): void {
    if (!this.#isCounted) return;
    expectAmounts({ messages, rows });
    this.#left.messages -= messages;
    this.#left.rows -= rows;
    this.#endWhenUsedUp();
    if (this.#refusal === undefined) void this.#takeMore();
  }

  /**
   * Counts so much before it is used: of what is left here, or of the day where that is less.
   *
   * @throws RangeError naming what is to be paid, what it takes and what is left, where that is less
   */
  async pay(what: string, messages: number, rows: number): Promise<void> {
    expectAmounts({ messages, rows });
    if (!this.#isCounted || this.#payer === undefined) return;
    const wanted = { ...NOTHING, messages, rows };
    if (amountNames.every((name) => wanted[name] <= Math.max(0, this.#left[name]))) {
      return this.count(messages, rows);
    }
    const refused = await budgetOf(this.#env).take(this.#payer, wanted);
    if (refused === undefined) return;
    const most = amountsOf((name) => Math.max(this.#left[name], refused.room[name]));
    throw new RangeError(
      `${what}: got what takes ${messages} messages and ${rows} rows of the day, expected at most ` +
        `the ${most.messages} messages and ${most.rows} rows that are left; ` +
        `it opens again at ${new Date(refused.retryAt).toISOString()}`,
    );
  }

  /** Something begins that keeps the object awake: its time is counted until the last ends. */
  opened(): void {
    this.#countTime();
    this.#open += 1;
    if (!this.#isCounted) return;
    this.#timer ??= setInterval(() => {
      this.#countTime();
      this.count(0, 0);
    }, 1000);
  }

  closed(): void {
    this.#countTime();
    this.#open -= 1;
    if (this.#open > 0) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  #countTime(): void {
    const now = Date.now();
    if (this.#open > 0) this.#left.seconds -= Math.max(0, now - this.#countedAt) / 1000;
    this.#countedAt = now;
  }

  #add(amounts: Amounts): void {
    for (const name of amountNames) this.#left[name] += amounts[name];
  }

  /** Tells the object when all is used and the budget gives no more; answers why. */
  #endWhenUsedUp(): Refusal | undefined {
    const isUsedUp = amountNames.some((name) => this.#left[name] < 0);
    if (isUsedUp && this.#refusal !== undefined) this.#onUsedUp(this.#refusal);
    return isUsedUp ? this.#refusal : undefined;
  }

  /** Takes more of what is low, and what is owed of it. Seconds are low only while something is open. */
  async #takeMore(): Promise<void> {
    const isLow = (name: keyof Amounts) =>
      this.#left[name] < FIRST[name] / 4 &&
      MORE[name] > 0 &&
      (name !== 'seconds' || this.#open > 0);
    if (this.#isTaking || this.#payer === undefined || !amountNames.some(isLow)) return;
    const owed = amountsOf((name) => Math.ceil(Math.max(0, -this.#left[name])));
    const wanted = amountsOf((name) => (isLow(name) ? MORE[name] + owed[name] : 0));
    this.#isTaking = true;
    try {
      this.#refusal = await budgetOf(this.#env).take(this.#payer, wanted);
      if (this.#refusal === undefined) this.#add(wanted);
      this.#endWhenUsedUp();
    } catch {
      // The budget is being moved: the next message asks again.
    } finally {
      this.#isTaking = false;
    }
  }
}
