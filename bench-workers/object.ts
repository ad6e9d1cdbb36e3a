import { MessageBudget } from '../src/wire/service/budget.ts';
import type { ClientMethods } from '../src/wire/service/objects.ts';
import type { Host } from '../src/wire/service/host.ts';
import { serviceOf } from '../src/wire/service/service.ts';
import { CalledObject } from './between/called-object.ts';
import { type BenchMethods, type Env, objectOf } from './env.ts';
import { limitError } from './gate/admit.ts';
import { Allowance, payerOf, REQUEST } from './gate/allowance.ts';
import { gateConfig } from './gate/config.ts';
import type { Payer, Refusal } from '../src/wire/amounts.ts';
import { Holder, setBounds } from './guard/holder.ts';
import {
  isThreadBusy,
  letOthersRun,
  markBegun,
  waitForTurn,
  yieldIfBusy,
} from './guard/isolate.ts';
import { answerCall } from './guard/requests.ts';
import { Streams } from './guard/streams.ts';
import { addressOf } from './http.ts';
import { closeCodes } from '../src/wire/limits.ts';
import { libraries, type Offer, type Server } from './server.ts';
import { Sockets } from './sockets.ts';

/** Loads the server half of a system. The Worker has looked whether there is one. */
async function load(system: string): Promise<Server> {
  return system === 'between'
    ? (await import('./between/server.ts')).server
    : libraries().load(system);
}

/** Part of its idle time by which an object's alarm may lag behind its last use. It saves a write for each use. */
const ALARM_SLACK = 0.05;

/**
 * One object of the bench. Its name says which library serves it, as the address does. An alarm deletes
 * its storage when nobody has used it for `IDLE_SECONDS`, or when its life is over.
 */
export class BenchObject extends CalledObject {
  readonly #idleMs: number;
  readonly #endsAt: number;
  readonly #allowance: Allowance;
  /** Bounds what the current message makes the service do. */
  readonly #budget = new MessageBudget();
  readonly #serviceFor: ReturnType<typeof serviceOf>;
  readonly #sockets: Sockets;
  readonly #streams = new Streams();
  /** The library that serves it; undefined before the first request of this life. */
  #server: Server | undefined;
  /** When this instance was last used; undefined in an instance that only its alarm woke. */
  #usedAt: number | undefined;
  #alarmSetAt = -Infinity;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    setBounds(env);
    this.#idleMs = Number(env.IDLE_SECONDS) * 1000;
    this.#allowance = new Allowance(env, (refusal) =>
      this.#closeAll(closeCodes.tryLater, closeReason(refusal)),
    );
    this.#serviceFor = serviceOf(this.#host());
    this.#sockets = new Sockets({
      ctx,
      env,
      allowance: this.#allowance,
      idleMs: this.#idleMs,
      offerFor: (holder) => this.#offerFor(holder),
      serverOf: (system) => this.#serverOf(system),
      use: (bytes) => this.#use(bytes),
    });
    // An object that slept reads from its sockets who pays for it, and how old it is.
    const { payer } = this.#sockets;
    if (payer !== undefined) this.#allowance.begin(payer);
    const openedAt = payer?.openedAt ?? Date.now();
    this.#endsAt = openedAt + gateConfig(env).lifetimeSeconds * 1000;
  }

  /** The object as its service sees it. */
  #host(): Host {
    const { kv } = this.ctx.storage;
    return {
      storage: { get: (key) => kv.get<number>(key), put: (key, value) => kv.put(key, value) },
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
      letOthersRun,
      callbackMs: gateConfig(this.env).callbackSeconds * 1000,
      mostHeld: gateConfig(this.env).mostHeld,
      end: (reason) => this.#closeAll(closeCodes.tryLater, reason),
    };
  }

  async #serverOf(system: string): Promise<Server> {
    return (this.#server ??= await load(system));
  }

  /** Begins a request, which counts as a use of the object. @returns why it is refused, if the object may use no more */
  #begin(payer: Payer, bytes?: number): Refusal | undefined {
    const refusal = this.#allowance.begin(payer);
    const isFirst = refusal === undefined && this.#usedAt === undefined;
    if (refusal === undefined) this.#use(bytes);
    if (isFirst) void this.ctx.storage.sync().then(() => markBegun(this.ctx.id.name ?? ''));
    return refusal;
  }

  override async call(payer: Payer, bytes: number, method: string, args: readonly unknown[]) {
    // Calls that came later wait too, so that all run in their order.
    yieldIfBusy(this.ctx, Date.now());
    const [system = ''] = (this.ctx.id.name ?? '').split('/');
    const server = await this.#serverOf(system);
    const refusal = this.#begin(payer, bytes);
    if (refusal !== undefined) throw new RangeError(closeReason(refusal));
    const full = Promise.withResolvers<never>();
    const holder = new Holder(this.ctx, ({ reason }) => full.reject(new RangeError(reason)));
    this.#allowance.opened();
    try {
      const called = server.call?.(this.#offerFor(holder), method, args);
      return await Promise.race([called, full.promise]);
    } finally {
      this.#allowance.closed();
      holder.close();
    }
  }

  /** Takes a request that the Worker admitted, and counts the time until it is answered. */
  override async fetch(request: Request): Promise<Response> {
    const { system, arm } = addressOf(request);
    // The Worker admits no address without a system, so that this request is another object's.
    if (system === '') return this.answerObject(request);
    if (isThreadBusy(Date.now())) await waitForTurn();
    const server = await this.#serverOf(system);
    const payer = payerOf(request);
    const refusal = this.#begin(payer);
    if (refusal !== undefined) return limitError(refusal);
    if (request.headers.get('Upgrade') !== null) {
      // Without `visit`: a socket that wakes its object must not bring the first allowance again.
      const { visitor, openedAt } = payer;
      const attachment = { system, arm, payer: { visitor, openedAt } };
      return this.#sockets.accept(request, server, attachment, payer.place);
    }
    this.#allowance.opened();
    const holder = new Holder(this.ctx, () => undefined);
    let goesOn = false;
    try {
      const answer = await answerCall(request, server, this.#offerFor(holder), holder);
      if (!Streams.is(answer)) return answer;
      goesOn = true;
      const passed = this.#streams.pass(answer, holder, () => this.#allowance.closed());
      const { end } = holder;
      // Bytes that the network has not taken go only with the object.
      holder.end = (violation) => {
        end(violation);
        this.#closeAll(closeCodes.policy, violation.reason);
        this.#sockets.abortSoon('too much was held for a client');
      };
      return passed;
    } finally {
      if (!goesOn) this.#allowance.closed();
    }
  }

  /** The service for one client. */
  #offerFor(holder: Holder): Offer {
    const hold = (bytes: number) => holder.addForService(bytes);
    const serviceFor = (client?: ClientMethods) => this.#serviceFor(client, hold);
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

  /** Ends this instance. The Worker asks for it only where `EVICTS` is set. */
  override evict(): void {
    this.#sockets.abort('evicted');
  }

  /** Counts a request, or a message of so many bytes, as a use of the object. */
  #use(bytes = 0): void {
    this.#budget.renew(bytes);
    this.#allowance.count(1);
    this.putOff(Date.now());
  }

  protected override putOff(now: number): void {
    this.#usedAt = now;
    if (now - this.#alarmSetAt < this.#idleMs * ALARM_SLACK) return;
    this.#alarmSetAt = now;
    // A day that has no row for the alarm has also closed everything that is open to the object.
    this.#wakeAt(now + this.#idleMs).catch(() => undefined);
  }

  override async alarm(): Promise<void> {
    const now = Date.now();
    const idleUntil = (this.#usedAt ?? -Infinity) + this.#idleMs;
    if (idleUntil > now && this.#endsAt > now) {
      // The object's own price pays for one alarm. This is one more.
      this.#allowance.count(REQUEST);
      const isSet = this.#wakeAt(idleUntil).then(() => true);
      if (await isSet.catch(() => false)) return;
    }
    // A client that stayed connected would otherwise see its counter begin again at 0.
    this.#closeAll(closeCodes.goingAway, 'nobody used this object for too long');
    await this.ctx.storage.deleteAll();
  }

  /** Sets the alarm to a time in ms since 1970, or to the end of the object's life if that is earlier. */
  async #wakeAt(time: number): Promise<void> {
    const { storage } = this.ctx;
    await this.#allowance.store(1, () => storage.setAlarm(Math.min(time, this.#endsAt)));
  }

  /** Closes everything that is open to the object. */
  #closeAll(code: number, reason: string): void {
    this.#streams.end();
    this.#sockets.closeAll(code, reason);
  }
}

/** Why the day is over, as the reason of a close frame: at most 123 bytes. */
function closeReason({ reached, retryAt }: Refusal): string {
  return JSON.stringify({ error: reached, retryAt: new Date(retryAt).toISOString() });
}
