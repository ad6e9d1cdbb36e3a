import { DurableObject } from 'cloudflare:workers';
import type { Env } from '../env.ts';
import { gateConfig } from './config.ts';
import {
  type Amounts,
  amountsOf,
  type Budget,
  dayOf,
  NOTHING,
  type Share,
  type Standing,
} from './protocol.ts';

/**
 * Counts what of the day is leased, exactly: one object for all data centres. What is leased counts
 * as used until it is given back, so that the day never has more than was said.
 */
export class BudgetObject extends DurableObject<Env> implements Budget {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.storage.sql.exec(
      `CREATE TABLE IF NOT EXISTS leased (day TEXT, share TEXT, objects INTEGER, messages INTEGER,
       rows INTEGER, PRIMARY KEY (day, share)) WITHOUT ROWID`,
    );
    // A table of its own: versions that count no time still read and write the other.
    ctx.storage.sql.exec(
      `CREATE TABLE IF NOT EXISTS awake (day TEXT, share TEXT, seconds INTEGER,
       PRIMARY KEY (day, share)) WITHOUT ROWID`,
    );
  }

  async lease(share: Share, wanted: Amounts): Promise<{ granted: Amounts; left: Amounts }> {
    const { left } = this.#standing(share);
    const granted = amountsOf((name) => Math.max(0, Math.min(wanted[name], left[name])));
    this.#add(share, granted);
    return { granted, left: amountsOf((name) => left[name] - granted[name]) };
  }

  async giveBack(share: Share, day: string, amounts: Amounts): Promise<void> {
    // What is left of yesterday is nothing today.
    if (day !== dayOf(Date.now())) return;
    this.#add(
      share,
      amountsOf((name) => -amounts[name]),
    );
  }

  async today(): Promise<Record<Share, Standing>> {
    return { visitors: this.#standing('visitors'), nightly: this.#standing('nightly') };
  }

  #standing(share: Share): Standing {
    const of = gateConfig(this.env).day?.[share] ?? NOTHING;
    const [row] = this.ctx.storage.sql
      .exec<Record<keyof Amounts, number>>(
        `SELECT objects, messages, rows, coalesce(seconds, 0) AS seconds
         FROM leased LEFT JOIN awake USING (day, share) WHERE day = ? AND share = ?`,
        dayOf(Date.now()),
        share,
      )
      .toArray();
    const leased = row ?? NOTHING;
    return { of, left: amountsOf((name) => Math.max(0, of[name] - leased[name])) };
  }

  #add(share: Share, { objects, messages, rows, seconds }: Amounts): void {
    const { sql } = this.ctx.storage;
    const day = dayOf(Date.now());
    sql.exec('DELETE FROM leased WHERE day <> ?', day);
    sql.exec('DELETE FROM awake WHERE day <> ?', day);
    sql.exec(
      `INSERT INTO leased VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
       objects = objects + excluded.objects, messages = messages + excluded.messages,
       rows = rows + excluded.rows`,
      ...[day, share, objects, messages, rows],
    );
    sql.exec(
      `INSERT INTO awake VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET
       seconds = seconds + excluded.seconds`,
      ...[day, share, seconds],
    );
  }
}
