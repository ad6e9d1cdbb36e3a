/** The day: what one object takes of it, and the one object that counts it. */
import { DurableObject } from 'cloudflare:workers';
import { type BudgetMethods, budgetOf, type Env } from '../env.ts';
import { limits } from '../../src/wire/limits.ts';
import { gateConfig } from './config.ts';
import { amountNames, type Amounts, amountsOf, dayOf, endOfDay } from '../../src/wire/amounts.ts';
import { expectAmounts, NOTHING } from '../../src/wire/amounts.ts';
import type { Payer, Refusal } from '../../src/wire/amounts.ts';

/** The allowance of a connection: enough for most of those that a run opens. */
export const FIRST: Readonly<Amounts> = { objects: 1, messages: 60, rows: 20, seconds: 5 };
/** What an object takes of each amount that is low, ahead of need. */
const MORE: Readonly<Amounts> = { objects: 0, messages: 120, rows: 20, seconds: 15 };
/** Most rows that it takes ahead: twice as many each time, so that a busy object seldom waits for them. */
const MOST_ROWS = 320;
/** Time between two reports of what is owed, once the budget gives no more, in ms. */
const OWED_MS = 1000;
/** A request to an object, in messages. */
export const REQUEST = 20;
/** The price of a request to the object that counts the day, which writes a row. */
const ASKING: Readonly<Amounts> = { ...NOTHING, messages: REQUEST, rows: 1 };

/** Header in which the Worker tells an object who pays; whatever a client put there is replaced. */
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
 * What one object may use of the day. It takes more ahead of need, in the background: what there is room
 * for costs a subtraction and waits for nobody. Messages and seconds count as they come, and what they take
 * beyond the room is owed to the day. Rows are paid for before they are written. Nothing is given back.
 */
export class Allowance {
  readonly #env: Env;
  readonly #onUsedUp: (refusal: Refusal) => void;
  readonly #isCounted: boolean;
  /** Below nought: what is owed. */
  readonly #left: Amounts = { ...NOTHING };
  /** Undefined in an instance that an alarm woke, or that another object calls, which pays. */
  #payer: Payer | undefined;
  #isTaking = false;
  /** Why the budget gives no more: what is left here is still used. */
  #refusal: Refusal | undefined;
  /** Whether something was refused since. */
  #isUsedUp = false;
  readonly #waiting: Waiting[] = [];
  #moreRows = MORE.rows;
  /** Requests under way and sockets in memory, which keep the object awake. */
  #open = 0;
  /** Objects that are awake meanwhile: this one, and one that it calls. */
  #awake = 1;
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
    if (payer.visit === 'first') {
      this.#add(FIRST);
      this.#refusal = undefined;
      this.#isUsedUp = false;
    }
    if (payer.visit === 'again') this.count(REQUEST);
    return this.#isUsedUp ? this.#refusal : undefined;
  }

  /** Counts messages, which have arrived already. */
  count(messages: number): void {
    if (!this.#isCounted) return;
    this.#left.messages -= messages;
    this.#look();
  }

  /**
   * Does what reads the storage, or writes so many rows of it, after all that was to be done before: at once
   * where the rows are paid for, else as soon as they are.
   *
   * @throws RangeError, by its promise, where the day has no room for the rows; nothing is done then
   */
  store<Result>(rows: number, act: () => Result): Result | Promise<Result> {
    if (!this.#isCounted || this.#payer === undefined) return act();
    if (this.#waiting.length > 0 || rows > this.#left.rows) return this.#wait(rows, act);
    if (rows > 0) {
      this.#left.rows -= rows;
      this.#look();
    }
    return act();
  }

  /**
   * Counts so much before it is used: of what is left here, or of the day where that is less.
   *
   * @param awake 2 for calls of another object, whose time counts with this one's from now on
   * @throws RangeError naming what is to be paid, what it takes and what is left, where that is less
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

  /** Something begins that keeps the object awake: its time is counted until the last ends. */
  opened(): void {
    this.#countTime();
    this.#open += 1;
    if (!this.#isCounted) return;
    this.#timer ??= setInterval(() => {
      this.#countTime();
      this.#look();
    }, 1000);
  }

  closed(): void {
    this.#countTime();
    this.#open -= 1;
    if (this.#open > 0) return;
    clearInterval(this.#timer);
    this.#timer = null;
    if (this.#isCounted) this.#look();
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
    // What it throws rejects the promise.
    const start = () => resolve(new Promise<Result>((done) => done(act())));
    this.#waiting.push({ rows, start, refuse: reject });
    this.#look();
    return promise;
  }

  #refuseWaiting(error: Error): void {
    for (const { refuse } of this.#waiting.splice(0)) refuse(error);
  }

  /** Takes more where something is low; ends the object where all is used and the budget gives no more. */
  #look(): void {
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

  /** Seconds are low only while something is open. */
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

  /** Pays what is owed and takes more of what is low, until nothing is. */
  async #settle(): Promise<void> {
    this.#isTaking = true;
    try {
      while (this.#payer !== undefined && this.#isShort()) {
        // What comes until all sockets are closed is told together: each time costs a request.
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
          // All of these rows were asked for; who comes to wait meanwhile is next.
          for (
            let [next] = this.#waiting;
            next && next.rows <= this.#left.rows;
            [next] = this.#waiting
          ) {
            this.#left.rows -= next.rows;
            this.#waiting.shift();
            next.start();
          }
        } else if (this.#moreRows > MORE.rows) this.#moreRows = MORE.rows;
        else this.#refusal = refusal;
        if (this.#refusal !== undefined) this.#endWhenUsedUp(this.#refusal);
        this.#add(owed);
      }
    } catch {
      // The budget is being moved: the next message asks again.
      this.#refuseWaiting(new Error('rows: got no answer of the day’s budget, expected one'));
    } finally {
      this.#isTaking = false;
    }
  }
}

/** Number of the visitor that nobody has: whoever asks how much of the day is left. */
const NOBODY = 1024;

/** Counts what each visitor number takes of the day, for all data centres. Nothing is given back. */
export class BudgetObject extends DurableObject<Env> implements BudgetMethods {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.storage.sql.exec(
      `CREATE TABLE IF NOT EXISTS taken (day TEXT, visitor INTEGER, objects INTEGER,
       messages INTEGER, rows INTEGER, seconds INTEGER, PRIMARY KEY (day, visitor)) WITHOUT ROWID`,
    );
  }

  /**
   * Takes all that is wanted, or says why not, and what there is room for. The request itself is taken in
   * either case, and what is owed, since that was used.
   *
   * @param isTaken false asks only whether there is room
   */
  take(
    { visitor }: Payer,
    wanted: Amounts,
    owed: Amounts = NOTHING,
    isTaken = true,
  ): (Refusal & { room: Amounts }) | undefined {
    expectAmounts(wanted);
    expectAmounts(owed);
    const spent = amountsOf((name) => owed[name] + ASKING[name]);
    const [{ of, left }, used] = [this.#today(), this.#taken(visitor)];
    const { dayParts } = gateConfig(this.env);
    // A part of what is left and of what the visitor has: however often it comes, others find the rest.
    const most = amountsOf((name) => Math.floor((left[name] + used[name]) / dayParts));
    const room = amountsOf((name) =>
      Math.max(0, Math.min(left[name], most[name] - used[name]) - spent[name]),
    );
    const short = amountNames.find((name) => wanted[name] > room[name]);
    const isGranted = isTaken && short === undefined;
    this.#record(visitor, isGranted ? amountsOf((name) => spent[name] + wanted[name]) : spent);
    if (short === undefined) return undefined;
    const retryAt = endOfDay(Date.now());
    return left[short] < spent[short] + wanted[short]
      ? { reached: `day-${short}`, limit: of[short], retryAt, room }
      : { reached: `visitor-${short}`, limit: most[short], retryAt, room };
  }

  /** What the day has, and what of it nobody has taken. The question is taken of it too. */
  today(): { of: Amounts; left: Amounts } {
    this.#record(NOBODY, ASKING);
    return this.#today();
  }

  /** The secret that addresses are hashed with on a day. */
  salt(day: string): string {
    const { kv } = this.ctx.storage;
    this.#record(NOBODY, ASKING);
    const known = kv.get<{ day: string; salt: string }>('salt');
    // A Worker whose clock is behind gets the salt of the new day.
    if (known !== undefined && known.day >= day) return known.salt;
    const salt = crypto.randomUUID();
    kv.put('salt', { day, salt });
    return salt;
  }

  #today(): { of: Amounts; left: Amounts } {
    const [of, taken] = [gateConfig(this.env).day ?? NOTHING, this.#taken(null)];
    return { of, left: amountsOf((name) => Math.max(0, of[name] - taken[name])) };
  }

  #record(visitor: number, amounts: Amounts): void {
    const { sql } = this.ctx.storage;
    const today = dayOf(Date.now());
    sql.exec('DELETE FROM taken WHERE day < ?', today);
    sql.exec(
      `INSERT INTO taken VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
       objects = objects + excluded.objects, messages = messages + excluded.messages,
       rows = rows + excluded.rows, seconds = seconds + excluded.seconds`,
      ...[today, visitor, ...amountNames.map((name) => amounts[name])],
    );
  }

  /** What a visitor has taken today; null: what all have. */
  #taken(visitor: number | null): Amounts {
    const sums = amountNames.map((name) => `coalesce(sum(${name}), 0) AS ${name}`).join();
    const query = `SELECT ${sums} FROM taken WHERE day = ? AND visitor = ifnull(?, visitor)`;
    return this.ctx.storage.sql.exec<Amounts>(query, dayOf(Date.now()), visitor).one();
  }
}
