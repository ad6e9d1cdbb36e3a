/** The day: what one object takes of it, and the one object that counts it. */
import { DurableObject } from 'cloudflare:workers';
import { budgetOf, type Env } from '../env.ts';
import { gateConfig } from './config.ts';
import { amountNames, type Amounts, amountsOf, dayOf, endOfDay } from './protocol.ts';
import { expectAmounts, NOTHING } from './protocol.ts';
import type { Payer, Refusal } from './protocol.ts';

/** The allowance of a connection: enough for most of those that a run opens. */
export const FIRST: Readonly<Amounts> = { objects: 1, messages: 60, rows: 20, seconds: 5 };
/** What an object takes of each amount that is low, ahead of need. */
const MORE: Readonly<Amounts> = { objects: 0, messages: 120, rows: 20, seconds: 15 };
/** A request to an object, in messages. */
export const REQUEST = 20;

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

/** Counts what each visitor number takes of the day, for all data centres. Nothing is given back. */
export class BudgetObject extends DurableObject<Env> {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.storage.sql.exec(
      `CREATE TABLE IF NOT EXISTS taken (day TEXT, visitor INTEGER, objects INTEGER,
       messages INTEGER, rows INTEGER, seconds INTEGER, PRIMARY KEY (day, visitor)) WITHOUT ROWID`,
    );
  }

  /** Takes all that is wanted, or says why not, and what there is room for. */
  take({ visitor }: Payer, wanted: Amounts): (Refusal & { room: Amounts }) | undefined {
    expectAmounts(wanted);
    const [{ of, left }, used] = [this.today(), this.#taken(visitor)];
    const { dayParts } = gateConfig(this.env);
    // A part of what is left and of what the visitor has: however often it comes, others find the rest.
    const most = amountsOf((name) => Math.floor((left[name] + used[name]) / dayParts));
    const room = amountsOf((name) => Math.max(0, Math.min(left[name], most[name] - used[name])));
    const short = amountNames.find((name) => wanted[name] > room[name]);
    const now = Date.now();
    if (short !== undefined) {
      const retryAt = endOfDay(now);
      return left[short] < wanted[short]
        ? { reached: `day-${short}`, limit: of[short], retryAt, room }
        : { reached: `visitor-${short}`, limit: most[short], retryAt, room };
    }
    const { sql } = this.ctx.storage;
    sql.exec('DELETE FROM taken WHERE day < ?', dayOf(now));
    // The request to this object, in messages, and the row that it writes are the taker’s too.
    const [messages, rows] = [wanted.messages + 20, wanted.rows + 1];
    sql.exec(
      `INSERT INTO taken VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
       objects = objects + excluded.objects, messages = messages + excluded.messages,
       rows = rows + excluded.rows, seconds = seconds + excluded.seconds`,
      ...[dayOf(now), visitor, wanted.objects, messages, rows, wanted.seconds],
    );
    return undefined;
  }

  /** What the day has, and what of it nobody has taken. */
  today(): { of: Amounts; left: Amounts } {
    const [of, taken] = [gateConfig(this.env).day ?? NOTHING, this.#taken(null)];
    return { of, left: amountsOf((name) => Math.max(0, of[name] - taken[name])) };
  }

  /** The secret that addresses are hashed with on a day. */
  salt(day: string): string {
    const { kv } = this.ctx.storage;
    const known = kv.get<{ day: string; salt: string }>('salt');
    // A Worker whose clock is behind gets the salt of the new day.
    if (known !== undefined && known.day >= day) return known.salt;
    const salt = crypto.randomUUID();
    kv.put('salt', { day, salt });
    return salt;
  }

  /** What a visitor has taken today; null: what all have. */
  #taken(visitor: number | null): Amounts {
    const sums = amountNames.map((name) => `coalesce(sum(${name}), 0) AS ${name}`).join();
    const query = `SELECT ${sums} FROM taken WHERE day = ? AND visitor = ifnull(?, visitor)`;
    return this.ctx.storage.sql.exec<Amounts>(query, dayOf(Date.now()), visitor).one();
  }
}
