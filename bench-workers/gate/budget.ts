import { DurableObject } from 'cloudflare:workers';
import type { Env } from '../env.ts';
import { gateConfig } from './config.ts';
import { amountNames, type Amounts, amountsOf, dayOf, endOfDay } from './protocol.ts';
import { expectAmounts, NOTHING, type Payer, type Refusal } from './protocol.ts';

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
