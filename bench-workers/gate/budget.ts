import { DurableObject } from 'cloudflare:workers';
import {
  amountNames,
  type Amounts,
  amountsOf,
  dayOf,
  endOfDay,
  expectAmounts,
  NOTHING,
  type Payer,
  type Refusal,
} from '../../src/wire/amounts.ts';
import type { BudgetMethods, Env } from '../env.ts';
import { REQUEST } from './allowance.ts';
import { gateConfig, VISITORS } from './config.ts';

/** The price of a request to this object, which writes a row. */
const ASKING: Readonly<Amounts> = { ...NOTHING, messages: REQUEST, rows: 1 };

/** The visitor number of nobody: questions about the day are counted under it. */
const NOBODY = VISITORS;

/** Counts how much each visitor takes of the day, for all data centres. Nothing is given back. */
export class BudgetObject extends DurableObject<Env> implements BudgetMethods {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.storage.sql.exec(
      `CREATE TABLE IF NOT EXISTS taken (day TEXT, visitor INTEGER, objects INTEGER,
       messages INTEGER, rows INTEGER, seconds INTEGER, PRIMARY KEY (day, visitor)) WITHOUT ROWID`,
    );
  }

  /**
   * Takes all amounts that are wanted, or none. The request itself is taken in either case, and so is what
   * is owed, because it was used.
   *
   * @param isTaken false only asks whether there is room
   * @returns why none was taken, and how much there is room for
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
    const { of, left } = this.#today();
    const used = this.#taken(visitor);
    const { dayParts } = gateConfig(this.env);
    // A part of what is left and what the visitor has had: however often it comes, others find the rest.
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

  /** The amounts of the day, and those of them that nobody has taken. The question is taken of it too. */
  today(): { of: Amounts; left: Amounts } {
    this.#record(NOBODY, ASKING);
    return this.#today();
  }

  /** The secret of a day, for hashes of addresses. */
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
    const of = gateConfig(this.env).day ?? NOTHING;
    const taken = this.#taken(null);
    return { of, left: amountsOf((name) => Math.max(0, of[name] - taken[name])) };
  }

  #record(visitor: number, amounts: Amounts): void {
    const { sql } = this.ctx.storage;
    const today = dayOf(Date.now());
    sql.exec('DELETE FROM taken WHERE day < ?', today);
    const values = amountNames.map((name) => amounts[name]);
    sql.exec(
      `INSERT INTO taken VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
       objects = objects + excluded.objects, messages = messages + excluded.messages,
       rows = rows + excluded.rows, seconds = seconds + excluded.seconds`,
      today,
      visitor,
      ...values,
    );
  }

  /** The amounts that a visitor has taken today; null: those of all visitors. */
  #taken(visitor: number | null): Amounts {
    const sums = amountNames.map((name) => `coalesce(sum(${name}), 0) AS ${name}`).join();
    const query = `SELECT ${sums} FROM taken WHERE day = ? AND visitor = ifnull(?, visitor)`;
    return this.ctx.storage.sql.exec<Amounts>(query, dayOf(Date.now()), visitor).one();
  }
}
