import { MessageBudget } from '../src/wire/service/budget.ts';
import type { ClientMethods } from '../src/wire/service/objects.ts';
import type { Host } from '../src/wire/service/host.ts';
import { serviceOf } from '../src/wire/service/service.ts';
import { CalledObject } from './between/called-object.ts';
import { type BenchMethods, type Env, objectOf } from './env.ts';
import { refuse } from './gate/admit.ts';
import { Allowance, payerOf, REQUEST } from './gate/allowance.ts';
import { gateConfig } from './gate/config.ts';
import type { Refusal as DayRefusal } from '../src/wire/amounts.ts';
import { Holder, setBounds } from './guard/holder.ts';
import { hasBegun, isThreadHeld, others, ownTurn } from './guard/isolate.ts';
import { answerCall } from './guard/requests.ts';
import { Streams } from './guard/streams.ts';
import { addressOf } from './http.ts';
import { libraries } from './libraries.ts';
import { closeCodes } from '../src/wire/limits.ts';
import type { Offer, Server } from './server.ts';
import { Sockets } from './sockets.ts';

/** Loads what serves a system. The Worker has looked whether there is one. */
async function load(system: string): Promise<Server> {
  return system === 'between'
    ? (await import('./between/server.ts')).server
    : libraries().load(system);
}

/** Part of its life by which an object's alarm may lag behind its last use; saves a write per use. */
const ALARM_SLACK = 0.05;

/**
 * One object of the bench, whichever library serves it: its name says which, as the address does. An
 * alarm deletes its storage once nobody has used it for `IDLE_SECONDS`, or when its life is over,
 * whatever its clients do.
 */
export class BenchObject extends CalledObject {
  readonly #idleMs: number;
  readonly #endsAt: number;
  readonly #allowance: Allowance;
  /** What the message at hand may make the service do. */
  readonly #budget = new MessageBudget();
  readonly #serviceFor: ReturnType<typeof serviceOf>;
  readonly #sockets: Sockets;
  readonly #streams = new Streams();
  /** The library that serves it; undefined before the first request of this life. */
  #server: Server | undefined;
  /** When this instance was last used; undefined in one that only its alarm woke. */
  #usedAt: number | undefined;
  #alarmSetAt = -Infinity;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    setBounds(env);
    this.#idleMs = Number(env.IDLE_SECONDS) * 1000;
    this.#allowance = new Allowance(env, (refusal) =>
      this.#closeAll(closeCodes.tryLater, reasonOf(refusal)),
    );
    this.#serviceFor = serviceOf(this.#host());
    this.#sockets = new Sockets({
      ...{ ctx, env, allowance: this.#allowance, idleMs: this.#idleMs },
      offerFor: (kept) => this.#offerFor(kept),
      serverOf: (system) => this.#serverOf(system),
      use: (bytes) => this.#use(bytes),
    });
    // One that slept knows from its sockets who pays for it, and how old it is.
    const { payer } = this.#sockets;
    if (payer !== undefined) this.#allowance.begin(payer);
    const openedAt = payer?.openedAt ?? Date.now();
    this.#endsAt = openedAt + gateConfig(env).lifetimeSeconds * 1000;
  }

  /** What the service has of this object. */
  #host(): Host {
    const { kv } = this.ctx.storage;
    return {
      storage: {
        get: (key) => kv.get<number>(key),
        put: (key, value) => kv.put(key, value),
      },
      store: (rows, act) => this.#allowance.store(rows, act),
      budget: this.#budget,
      hibernatingSockets: () => this.ctx.getWebSockets().length,
      announce: (tag, payload) =>
        this.#sockets.announce(tag, payload, (bytes) => this.#budget.answer(bytes)),
      nativeCursor: async () => {
        await this.#allowance.pay('nativeCursor', REQUEST, 0, 2);
        const other: unknown = objectOf(this.env, 'native/cursor');
        return (other as BenchMethods).nativeCursor();
      },
      pay: (messages) => this.#allowance.pay('stream', messages, 0),
      others,
      callbackMs: gateConfig(this.env).callbackSeconds * 1000,
      mostHeld: gateConfig(this.env).mostHeld,
      end: (reason) => this.#closeAll(closeCodes.tryLater, reason),
    };
  }

  async #serverOf(system: string): Promise<Server> {
    return (this.#server ??= await load(system));
  }

  /** Takes a request that the Worker let through, and counts the time until it is answered. */
  override async fetch(request: Request): Promise<Response> {
    const { system, arm } = addressOf(request);
    // The Worker lets none through that has no system: it is another object that asks.
    if (system === '') return this.answerObject(request);
    if (isThreadHeld(Date.now())) await ownTurn();
    const server = await this.#serverOf(system);
    const payer = payerOf(request);
    const refusal = this.#allowance.begin(payer);
    if (refusal !== undefined) return refuse(refusal);
    const isFirst = this.#usedAt === undefined;
    this.#use();
    if (isFirst) void this.ctx.storage.sync().then(() => hasBegun(this.ctx.id.name ?? ''));
    if (request.headers.get('Upgrade') !== null) {
      // Its first allowance comes with this request alone, and not with each time that it wakes.
      const { visitor, openedAt } = payer;
      return this.#sockets.accept(
        ...([request, server, { system, arm, payer: { visitor, openedAt } }, payer.place] as const),
      );
    }
    this.#allowance.opened();
    const kept = new Holder(this.ctx, () => undefined);
    let goesOn = false;
    try {
      const answer = await answerCall(request, server, this.#offerFor(kept), kept);
      if (!Streams.is(answer)) return answer;
      goesOn = true;
      const passed = this.#streams.pass(answer, kept, () => this.#allowance.closed());
      const { end } = kept;
      // What the network has not taken stays with the object.
      kept.end = (refused) => {
        end(refused);
        this.#closeAll(closeCodes.policy, refused.reason);
        this.#sockets.abortSoon('too much was kept for a client');
      };
      return passed;
    } finally {
      if (!goesOn) this.#allowance.closed();
    }
  }

  /** The service for one client. */
  #offerFor(kept: Holder): Offer {
    const keep = (bytes: number) => kept.keep(bytes);
    const serviceFor = (client?: ClientMethods) => this.#serviceFor(client, keep);
    return { service: serviceFor(), serviceFor };
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    return this.#sockets.take(socket, message);
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    this.#sockets.over(socket, code);
  }

  override webSocketError(socket: WebSocket): void {
    this.#sockets.over(socket);
  }

  /** The Worker asks for it where `EVICTS` allows it. */
  override evict(): void {
    this.#sockets.abort('evicted');
  }

  /** Counts a message of so many bytes or a request, which is a use of the object. */
  #use(bytes = 0): void {
    this.#budget.renew(bytes);
    this.#allowance.count(1);
    this.putOff(Date.now());
  }

  protected override putOff(now: number): void {
    this.#usedAt = now;
    if (now - this.#alarmSetAt < this.#idleMs * ALARM_SLACK) return;
    this.#alarmSetAt = now;
    // Where the day has no row for it, what is open to the object has been ended by then.
    this.#wakeAt(now + this.#idleMs).catch(() => undefined);
  }

  override async alarm(): Promise<void> {
    const now = Date.now();
    const idleUntil = (this.#usedAt ?? -Infinity) + this.#idleMs;
    if (idleUntil > now && this.#endsAt > now) {
      // One ring is paid for with the object.
      this.#allowance.count(REQUEST);
      const isSet = this.#wakeAt(idleUntil).then(() => true);
      if (await isSet.catch(() => false)) return;
    }
    // A client that still listens must not go on counting from nought.
    this.#closeAll(closeCodes.goingAway, 'nobody used this object for too long');
    await this.ctx.storage.deleteAll();
  }

  /** Has the alarm ring at a time in ms since 1970, or before. */
  async #wakeAt(time: number): Promise<void> {
    const { storage } = this.ctx;
    await this.#allowance.store(1, () => storage.setAlarm(Math.min(time, this.#endsAt)));
  }

  /** Ends all that is open to the object. */
  #closeAll(code: number, reason: string): void {
    this.#streams.end();
    this.#sockets.closeAll(code, reason);
  }
}

/** Why the day is over, as the reason of a close frame: at most 123 bytes. */
function reasonOf({ reached, retryAt }: DayRefusal): string {
  return JSON.stringify({ error: reached, retryAt: new Date(retryAt).toISOString() });
}
