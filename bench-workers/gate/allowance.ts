/** The part of the day that one object may use. */
import { budgetOf, type Env } from '../env.ts';
import { limits } from '../../src/wire/limits.ts';
import { gateConfig } from './config.ts';
import {
  amountNames,
  type Amounts,
  amountsOf,
  expectAmounts,
  NOTHING,
  type Payer,
  type Refusal,
} from '../../src/wire/amounts.ts';

/** The first allowance of a connection. It is enough for most connections of a run. */
export const FIRST: Readonly<Amounts> = { objects: 1, messages: 60, rows: 20, seconds: 5 };
/** The amounts that an object takes ahead of need, of each that is low. */
const MORE: Readonly<Amounts> = { objects: 0, messages: 120, rows: 20, seconds: 15 };
/** Most rows that it takes ahead. It takes twice as many each time, so that a busy object seldom waits for them. */
const MOST_ROWS = 320;
/** Time between two reports of what is owed, after the budget has refused more, in ms. */
const OWED_MS = 1000;
/** A request to an object, in messages. */
export const REQUEST = 20;
/** Header by which the Worker tells an object who pays. A client’s own is replaced. */
export const PAYER_HEADER = 'Roundtrip-Payer';

/** @throws SyntaxError for a request that did not come through the gate */
export function payerOf(request: Request): Payer {
  return JSON.parse(request.headers.get(PAYER_HEADER) ?? '') as Payer;
}

/** A use of the storage that waits until its rows are paid for. */
interface Waiting {
  rows: number;
  start: () => void;
  refuse: (error: Error) => void;
}

/**
 * The part of the day that one object may use. It takes more in the background, ahead of need, so that a use
 * mostly costs a subtraction and no wait. Messages and seconds count as they come, and the object owes the
 * day for any use beyond its part. Rows are paid for before they are written. Nothing is given back.
 */
export class Allowance {
  readonly #env: Env;
  readonly #onUsedUp: (refusal: Refusal) => void;
  readonly #isCounted: boolean;
  /** Below 0 it is owed. */
  readonly #left: Amounts = { ...NOTHING };
  /** Undefined in an instance that its alarm woke, and in one that another object calls and pays for. */
  #payer: Payer | undefined;
  #isTaking = false;
  /** Why the budget gives no more. The amounts that are left here may still be used. */
  #refusal: Refusal | undefined;
  /** True if everything that was taken is used up too. */
  #isUsedUp = false;
  readonly #waiting: Waiting[] = [];
  #moreRows = MORE.rows;
  /** Requests under way and sockets in memory: these keep the object awake. */
  #open = 0;
  /** Objects that are awake while something is open: this one, and perhaps one that it calls. */
  #awake = 1;
  #countedAt = 0;
  #timer: ReturnType<typeof setInterval> | null = null;

  /** @param onUsedUp called when the budget gives no more and everything taken is used */
  constructor(env: Env, onUsedUp: (refusal: Refusal) => void) {
    this.#env = env;
    this.#onUsedUp = onUsedUp;
    this.#isCounted = gateConfig(env).day !== null;
  }

  /** Begins a visit. @returns why it is refused, if the object may use no more */
  begin(payer: Payer): Refusal | undefined {
    this.#payer = payer;
    if (payer.visit === 'first') {
      this.#add(FIRST);
      this.#refusal = undefined;
      this.#isUsedUp = false;
    }
    if (payer.visit === 'again') this.count(REQUEST);
    return this.#isUsedUp ? this.#refusal : undefined;
  }

  /** Counts messages that have arrived. */
  count(messages: number): void {
    if (!this.#isCounted) return;
    this.#left.messages -= messages;
    this.#refill();
  }

  /**
   * Reads the storage, or writes so many rows, in the order of the calls. It acts at once if the rows are paid
   * for, else as soon as they are.
   *
   * @throws RangeError, by its promise, if the day has no room for the rows; then it does not act
   */
  store<Result>(rows: number, act: () => Result): Result | Promise<Result> {
    if (!this.#isCounted || this.#payer === undefined) return act();
    if (this.#waiting.length > 0 || rows > this.#left.rows) return this.#wait(rows, act);
    if (rows > 0) {
      this.#left.rows -= rows;
      this.#refill();
    }
    return act();
  }

  /**
   * Pays before a use, from the amounts left here, or from the day if these are too few.
   *
   * @param awake 2 for calls of another object, whose time counts with this one's from now on
   * @throws RangeError naming the amounts needed and left, if the day has too few
   */
  async pay(what: string, messages: number, rows: number, awake = 1): Promise<void> {
    expectAmounts({ messages, rows });
    if (!this.#isCounted || this.#payer === undefined) return;
    this.#countTime();
    this.#awake = Math.max(this.#awake, awake);
    const wanted = { ...NOTHING, messages, rows };
    if (amountNames.every((name) => wanted[name] <= Math.max(0, this.#left[name]))) {
      this.#left.rows -= rows;
      return this.count(messages);
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

  /** Notes that a request or a socket keeps the object awake. Time is counted until the last of them ends. */
  opened(): void {
    this.#countTime();
    this.#open += 1;
    if (!this.#isCounted) return;
    this.#timer ??= setInterval(() => {
      this.#countTime();
      this.#refill();
    }, 1000);
  }

  closed(): void {
    this.#countTime();
    this.#open -= 1;
    if (this.#open > 0) return;
    clearInterval(this.#timer);
    this.#timer = null;
    if (this.#isCounted) this.#refill();
  }

  #countTime(): void {
    const now = Date.now();
    const seconds = Math.max(0, now - this.#countedAt) / 1000;
    if (this.#open > 0) this.#left.seconds -= seconds * this.#awake;
    this.#countedAt = now;
  }

  #add(amounts: Amounts): void {
    for (const name of amountNames) this.#left[name] += amounts[name];
  }

  #wait<Result>(rows: number, act: () => Result): Promise<Result> {
    const { calls } = limits.message;
    if (this.#waiting.length >= calls) {
      const message = `rows: got one more call that waits for the day, expected at most ${calls}`;
      return Promise.reject(new RangeError(message));
    }
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    // An error of `act` rejects the promise.
    const start = () => resolve(new Promise<Result>((done) => done(act())));
    this.#waiting.push({ rows, start, refuse: reject });
    this.#refill();
    return promise;
  }

  /** Starts the uses that wait, as far as there are rows for them. */
  #startWaiting(): void {
    for (;;) {
      const [next] = this.#waiting;
      if (next === undefined || next.rows > this.#left.rows) return;
      this.#left.rows -= next.rows;
      this.#waiting.shift();
      next.start();
    }
  }

  #refuseWaiting(error: Error): void {
    for (const { refuse } of this.#waiting.splice(0)) refuse(error);
  }

  /** Takes more of what is low. Ends the object if everything is used and the budget gives no more. */
  #refill(): void {
    if (this.#refusal !== undefined) this.#endWhenUsedUp(this.#refusal);
    if (!this.#isTaking && this.#isShort()) void this.#settle();
  }

  #endWhenUsedUp(refusal: Refusal): void {
    const isOwed = amountNames.some((name) => this.#left[name] < 0);
    this.#isUsedUp ||= isOwed || this.#waiting.length > 0;
    if (!this.#isUsedUp) return;
    const { reached, limit, retryAt } = refusal;
    const why = `${reached}, of ${limit}, is used up until ${new Date(retryAt).toISOString()}`;
    this.#refuseWaiting(new RangeError(`rows: got a call that writes one, expected none: ${why}`));
    this.#onUsedUp(refusal);
  }

  /** True if more of an amount is needed. Seconds are needed only while something is open. */
  #isLow(name: keyof Amounts): boolean {
    const left = this.#left[name];
    if (name === 'rows') return left < this.#moreRows / 2 || this.#waiting.length > 0;
    return left < 0 || (left < FIRST[name] / 4 && (name !== 'seconds' || this.#open > 0));
  }

  #isShort(): boolean {
    if (this.#payer === undefined) return false;
    if (this.#refusal !== undefined) return amountNames.some((name) => this.#left[name] < 0);
    return this.#isLow('messages') || this.#isLow('rows') || this.#isLow('seconds');
  }

  /** Pays what is owed and takes more of what is low, until neither is needed. */
  async #settle(): Promise<void> {
    this.#isTaking = true;
    try {
      while (this.#payer !== undefined && this.#isShort()) {
        // Each report costs a request, so that one tells of all uses until the sockets are closed.
        if (this.#refusal !== undefined) await scheduler.wait(OWED_MS);
        const rows = this.#waiting.reduce((sum, each) => sum + each.rows, this.#moreRows);
        const hasRefusal = this.#refusal !== undefined;
        const owed = amountsOf((name) => Math.ceil(Math.max(0, -this.#left[name])));
        const more = { ...MORE, rows };
        const wanted = amountsOf((name) => (!hasRefusal && this.#isLow(name) ? more[name] : 0));
        const refusal = await budgetOf(this.#env).take(this.#payer, wanted, owed);
        if (refusal === undefined) {
          this.#add(wanted);
          if (wanted.rows > 0) this.#moreRows = Math.min(2 * this.#moreRows, MOST_ROWS);
          this.#startWaiting();
        } else if (this.#moreRows > MORE.rows) this.#moreRows = MORE.rows;
        else this.#refusal = refusal;
        if (this.#refusal !== undefined) this.#endWhenUsedUp(this.#refusal);
        this.#add(owed);
      }
    } catch {
      // The object of the budget is being moved. The next message asks again.
      this.#refuseWaiting(new Error('rows: got no answer of the day’s budget, expected one'));
    } finally {
      this.#isTaking = false;
    }
  }
}
