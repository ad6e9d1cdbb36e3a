import { DurableObject } from 'cloudflare:workers';
import { budgetOf, type Env } from '../env.ts';
import { chunkOf, gateConfig, type GateConfig } from './config.ts';
import { DayLease, Spending } from './quota.ts';
import {
  amountNames,
  type Amounts,
  amountsOf,
  type Caller,
  dayOf,
  endOfDay,
  type Entered,
  NOTHING,
  type Payer,
  type RateLimiter,
  type Refusal,
  type Share,
  type Visit,
} from './protocol.ts';
import { DailyHash, type Visitor, Visitors } from './visitors.ts';

/** An object is put out of memory, with all it knows, when nothing has called it for ten seconds. */
const AWAKE_MS = 8000;
/** How often what visitors used is stored while this object is awake, in ms. */
const STORED_MS = 60_000;

/** A request to an object, in messages. */
const REQUEST = 20;

/** What comes with a ticket: enough for a first connection’s few messages. */
const FIRST: Readonly<Record<Visit, Amounts>> = {
  socket: { objects: 0, messages: 40, rows: 40, seconds: 20 },
  // Itself; that its object’s alarm is set, and all deleted; the time until it is answered.
  request: { objects: 0, messages: 1, rows: 2, seconds: 0 },
  stream: { objects: 0, messages: 1, rows: 2, seconds: 20 },
};
/** What a visit costs besides: the rate limiter asked and the object reached; for a stream its ticket back. */
const COST: Readonly<Record<Visit, number>> = {
  socket: 0,
  request: 2 * REQUEST,
  stream: 3 * REQUEST,
};
const QUESTION: Amounts = { ...NOTHING, messages: REQUEST };

/** What of the day’s visitors is stored: the part of each number, and what makes numbers of addresses. */
interface Stored {
  day: string;
  salt: string;
  used: ReadonlyMap<number, Amounts>;
}

/**
 * Counts the visitors of one data centre, in memory alone, and leases parts of the day for all its
 * objects, so that nobody waits for the count. It stores only how much of the day was used by each of
 * 1,024 numbers, or a visitor who waits until this object sleeps would have its part again. Its name is
 * the one that wrangler.jsonc was released with.
 */
export class DoorObject extends DurableObject<Env> implements RateLimiter {
  readonly #hash: DailyHash;
  readonly #visitors: Visitors;
  readonly #tickets = new Map<string, { visitor: Visitor; since: number }>();
  readonly #config: GateConfig;
  readonly #leases = new Map<Share, DayLease>();
  #spending: Spending;
  #spendingOf: string;
  #storedAt = 0;
  #alarmAt = 0;
  #wokenAt = 0;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#config = gateConfig(env);
    const { day, salt, used } = ctx.storage.kv.get<Partial<Stored>>('spending') ?? {};
    this.#hash = new DailyHash(day, salt);
    this.#visitors = new Visitors(this.#hash);
    this.#spending = new Spending(this.#config.dayParts, used);
    this.#spendingOf = day ?? '';
  }

  async look(caller: Caller): Promise<Refusal | undefined> {
    const now = Date.now();
    const visitor = await this.#visitorOf(caller, now);
    const limits = caller.page ? this.#config.page : this.#config.commandLine;
    const refusal = visitor.refusal(limits, now, 'socket');
    if (refusal !== undefined) return refusal;
    visitor.ask();
    this.#stayAwake(now);
    const payer = { share: caller.share, visitor: visitor.number };
    const wanted = { ...FIRST.socket, objects: 1 };
    const spent = (await this.#roomFor(payer, wanted)) ?? (await this.#take(payer, QUESTION));
    return spent ?? this.#leaseOf(caller.share)?.look(wanted);
  }

  async enter(caller: Caller, object: string, visit: Visit): Promise<Entered> {
    const now = Date.now();
    const visitor = await this.#visitorOf(caller, now);
    const limits = caller.page ? this.#config.page : this.#config.commandLine;
    const refusal = visitor.refusal(limits, now, visit, object);
    if (refusal !== undefined) return { refusal };
    // Counted before the day is asked: others may come in while this one waits.
    const fresh = visitor.enter(object, now, visit);
    const stays = visit !== 'request';
    if (stays) visitor.sockets += 1;
    const payer = { share: caller.share, visitor: visitor.number };
    const first = FIRST[visit];
    const spent = await this.#take(payer, {
      ...first,
      objects: visit === 'socket' || fresh ? 1 : 0,
      messages: first.messages + COST[visit],
    });
    this.#stayAwake(now);
    if (spent !== undefined) {
      if (stays) visitor.sockets -= 1;
      return { refusal: spent };
    }
    const ticket = stays ? crypto.randomUUID() : '';
    if (stays) this.#tickets.set(ticket, { visitor, since: now });
    return { ticket, payer, lease: first };
  }

  async leave(payer: Payer, left: Amounts, ticket?: string): Promise<void> {
    this.#putBack(payer, left);
    const known = ticket === undefined ? undefined : this.#tickets.get(ticket);
    if (ticket === undefined || known === undefined) return;
    this.#tickets.delete(ticket);
    known.visitor.sockets -= 1;
  }

  async draw(payer: Payer, wanted: Amounts): Promise<Amounts | { refusal: Refusal }> {
    this.#stayAwake(Date.now());
    const lease = this.#leaseOf(payer.share);
    if (lease === undefined) return wanted;
    const room = await this.#roomOf(payer, lease);
    const asked = amountsOf((name) => Math.min(wanted[name], room[name]));
    const short = amountNames.find((name) => wanted[name] > 0 && asked[name] <= 0);
    if (short !== undefined) return { refusal: await this.#partUsed(payer, lease, short, 1) };
    const got = await lease.takeSome(asked);
    if (!('refusal' in got)) this.#spend(payer, got);
    return got;
  }

  override async alarm(): Promise<void> {
    const now = Date.now();
    // One that the alarm has woken knows nobody.
    if (this.#wokenAt > 0) await this.#payForItself(now);
    this.#visitors.forget(now);
    const oldest = now - 2 * this.#config.lifetimeSeconds * 1000;
    for (const [ticket, { visitor, since }] of this.#tickets) {
      // An object that crashed took its sockets with it and told nobody.
      if (since > oldest) break;
      this.#tickets.delete(ticket);
      visitor.sockets -= 1;
    }
    if (this.#tickets.size === 0) {
      await Promise.all([...this.#leases.values()].map((lease) => lease.giveBack()));
    }
    const goesOn = this.#visitors.size + this.#tickets.size > 0;
    if (this.#config.day !== null && (!goesOn || now - this.#storedAt > STORED_MS)) {
      this.#storedAt = now;
      const { day, salt } = this.#hash;
      this.ctx.storage.kv.put<Stored>('spending', { day, salt, used: this.#spending.used });
    }
    this.#alarmAt = goesOn ? now + AWAKE_MS : 0;
    if (goesOn) await this.ctx.storage.setAlarm(this.#alarmAt);
  }

  /** The time that this object is awake is its visitors’, each a part of it. */
  async #payForItself(now: number): Promise<void> {
    const lease = this.#leaseOf('visitors');
    const seconds = (now - this.#wokenAt) / 1000;
    this.#wokenAt = now;
    if (lease === undefined || (await lease.take({ ...NOTHING, seconds })) !== undefined) return;
    const { numbers } = this.#visitors;
    for (const visitor of numbers) {
      this.#spend(
        { share: 'visitors', visitor },
        { ...NOTHING, seconds: seconds / numbers.length },
      );
    }
  }

  async #visitorOf({ address }: Caller, now: number): Promise<Visitor> {
    const today = dayOf(now);
    const visitor = await this.#visitors.of(address, today);
    if (today !== this.#spendingOf) {
      this.#spendingOf = today;
      this.#spending = new Spending(this.#config.dayParts);
    }
    return visitor;
  }

  /** Takes what is wanted of the day, and counts it for who pays; a refusal where there is less. */
  async #take(payer: Payer, wanted: Amounts): Promise<Refusal | undefined> {
    const lease = this.#leaseOf(payer.share);
    if (lease === undefined) return undefined;
    const refusal = await this.#roomFor(payer, wanted);
    if (refusal !== undefined) return refusal;
    this.#spend(payer, wanted);
    const spent = await lease.take(wanted);
    if (spent !== undefined) this.#spend(payer, wanted, -1);
    return spent;
  }

  /** A refusal where a visitor’s part of the day has less than is wanted. */
  async #roomFor(payer: Payer, wanted: Amounts): Promise<Refusal | undefined> {
    const lease = this.#leaseOf(payer.share);
    if (lease === undefined) return undefined;
    const room = await this.#roomOf(payer, lease);
    const short = amountNames.find((name) => wanted[name] > room[name]);
    return short && this.#partUsed(payer, lease, short, wanted[short]);
  }

  async #roomOf({ share, visitor }: Payer, lease: DayLease): Promise<Amounts> {
    const left = await lease.left();
    // The nightly check has its share for itself.
    return share === 'nightly' ? amountsOf(() => Infinity) : this.#spending.roomOf(visitor, left);
  }

  /** Why a visitor may have no more: its part, or the day where that has less than is wanted. */
  async #partUsed(
    { visitor }: Payer,
    lease: DayLease,
    name: keyof Amounts,
    wanted: number,
  ): Promise<Refusal> {
    const left = await lease.left();
    const [most, retryAt] = [this.#spending.mostOf(visitor, left), endOfDay(Date.now())];
    const day = this.#config.day?.visitors ?? NOTHING;
    return left[name] < wanted
      ? { reached: `day-${name}`, limit: day[name], retryAt }
      : { reached: `visitor-${name}`, limit: most[name], retryAt };
  }

  #spend({ share, visitor }: Payer, amounts: Amounts, sign: 1 | -1 = 1): void {
    if (share === 'nightly') return;
    this.#spending.add(
      visitor,
      amountsOf((name) => sign * amounts[name]),
    );
  }

  #putBack(payer: Payer, left: Amounts): void {
    const lease = this.#leaseOf(payer.share);
    if (lease === undefined) return;
    lease.putBack(left);
    this.#spend(payer, left, -1);
  }

  #leaseOf(share: Share): DayLease | undefined {
    const day = this.#config.day?.[share];
    if (day === undefined) return undefined;
    const known = this.#leases.get(share);
    if (known !== undefined) return known;
    const lease = new DayLease(budgetOf(this.env), share, chunkOf(day), day);
    this.#leases.set(share, lease);
    return lease;
  }

  #stayAwake(now: number): void {
    if (this.#alarmAt > now) return;
    if (this.#alarmAt === 0) this.#wokenAt = now;
    this.#alarmAt = now + AWAKE_MS;
    void this.ctx.storage.setAlarm(this.#alarmAt);
  }
}
