import { DurableObject } from 'cloudflare:workers';
import type { Env } from '../env.ts';
import { chunkOf, gateConfig, type GateConfig } from './config.ts';
import { DayLease } from './day-lease.ts';
import {
  type Caller,
  dayOf,
  type Door,
  type Entered,
  type Lease,
  type Refusal,
  type Share,
} from './protocol.ts';
import { budgetOf } from './stubs.ts';
import { type Visitor, Visitors } from './visitors.ts';

/** An object is put out of memory, with all it knows, when nothing has called it for ten seconds. */
const AWAKE_MS = 8000;

/** What comes with a socket’s ticket: enough for a first connection’s few messages. */
const FIRST: Lease = { messages: 40, rows: 40 };
/** A request costs two requests to objects, the door’s and its own, which are 40 messages. */
const REQUEST_MESSAGES = 40;

/**
 * Counts the visitors of one data centre, in memory alone, and leases parts of the day for all its
 * objects, so that nobody waits for the count.
 */
export class DoorObject extends DurableObject<Env> implements Door {
  readonly #visitors = new Visitors();
  readonly #tickets = new Map<string, { visitor: Visitor; since: number }>();
  readonly #config: GateConfig;
  readonly #leases = new Map<Share, DayLease>();
  #alarmAt = 0;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#config = gateConfig(env);
  }

  async look({ address, page, share }: Caller): Promise<Refusal | undefined> {
    const now = Date.now();
    const visitor = await this.#visitors.of(address, dayOf(now));
    const limits = page ? this.#config.page : this.#config.commandLine;
    return (
      visitor.refusal(limits, now) ?? (await this.#leaseOf(share)?.look({ objects: 1, ...FIRST }))
    );
  }

  async enter(caller: Caller, object: string, socket: boolean): Promise<Entered> {
    const { address, page, share } = caller;
    const now = Date.now();
    const visitor = await this.#visitors.of(address, dayOf(now));
    const limits = page ? this.#config.page : this.#config.commandLine;
    const refusal = visitor.refusal(limits, now, object);
    if (refusal !== undefined) return { refusal };
    // Counted before the day is asked: others may come in while this one waits.
    const fresh = visitor.enter(object, now);
    visitor.sockets += 1;
    const lease = socket ? FIRST : { messages: 1, rows: 0 };
    const spent = await this.#leaseOf(share)?.take({
      objects: socket || fresh ? 1 : 0,
      messages: socket ? lease.messages : REQUEST_MESSAGES,
      rows: lease.rows,
    });
    if (spent !== undefined || !socket) visitor.sockets -= 1;
    if (spent !== undefined) return { refusal: spent };
    const ticket = crypto.randomUUID();
    if (socket) this.#tickets.set(ticket, { visitor, since: now });
    this.#stayAwake(now);
    return { ticket, lease };
  }

  async leave(share: Share, left: Lease, ticket?: string): Promise<void> {
    this.#leaseOf(share)?.putBack({ objects: 0, ...left });
    const known = ticket === undefined ? undefined : this.#tickets.get(ticket);
    if (ticket === undefined || known === undefined) return;
    this.#tickets.delete(ticket);
    known.visitor.sockets -= 1;
  }

  async draw(share: Share, wanted: Lease): Promise<Lease | { refusal: Refusal }> {
    this.#stayAwake(Date.now());
    return (await this.#leaseOf(share)?.takeSome({ objects: 0, ...wanted })) ?? wanted;
  }

  override async alarm(): Promise<void> {
    const now = Date.now();
    this.#visitors.forget(now);
    const oldest = now - 2 * this.#config.lifetimeSeconds * 1000;
    for (const [ticket, { visitor, since }] of this.#tickets) {
      // An object that crashed took its sockets with it and told nobody.
      if (since > oldest) break;
      this.#tickets.delete(ticket);
      visitor.sockets -= 1;
    }
    this.#alarmAt = 0;
    if (this.#tickets.size === 0) {
      await Promise.all([...this.#leases.values()].map((lease) => lease.giveBack()));
    }
    if (this.#visitors.size + this.#tickets.size > 0) this.#stayAwake(now);
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
    this.#alarmAt = now + AWAKE_MS;
    void this.ctx.storage.setAlarm(this.#alarmAt);
  }
}
