import { DurableObject, RpcTarget } from 'cloudflare:workers';
import { MessageBudget } from '../src/service/budget.ts';
import { type Host, serviceOf } from '../src/service/service.ts';
import { acceptOf } from '../src/systems/index.ts';
import type { EffectTarget } from './between/batch.ts';
import { Callee, Deferred } from './between/callee.ts';
import { enqueue, perform, takeResult } from './between/ways/reconstruction.ts';
import { type Env, objectOf } from './env.ts';
import { refuse } from './gate/admit.ts';
import { Allowance, payerOf, sockets } from './gate/allowance.ts';
import { gateConfig } from './gate/config.ts';
import type { Payer, Refusal as DayRefusal } from './gate/protocol.ts';
import { answerCall } from './guard/requests.ts';
import { SocketGuard } from './guard/socket-guard.ts';
import { Streams } from './guard/streams.ts';
import { others, share } from './guard/thread.ts';
import { addressOf, jsonError } from './http.ts';
import { closeCodes, limits } from './limits.ts';
import type { Message, Offer, Server, ServerLink, Session } from './server.ts';

/** Loads what serves a system. The Worker has looked whether there is one. */
async function load(system: string): Promise<Server> {
  const { server } = (await (system === 'between'
    ? import('./between/server.ts')
    : import(`../src/systems/${system}/server.ts`))) as { server: Server };
  return server;
}

/** Part of its life by which an object's alarm may lag behind its last use; saves a write per use. */
const ALARM_SLACK = 0.05;

/** Close codes that nobody may send (RFC 6455, section 7.4.1), and those that the platform refuses. */
const isSendable = (code: number): boolean =>
  code === 1000 || (code > 1000 && code < 5000 && ![1004, 1005, 1006, 1015].includes(code));

/** What a socket that hibernates has with it. */
interface Attachment {
  system: string;
  arm: string;
  payer: Payer;
  note?: string;
}

/** One open socket. */
interface Open {
  guard: SocketGuard;
  link: ServerLink;
  session: Session;
  /** Whether the platform keeps it while the object sleeps. */
  hibernates: boolean;
}

/** A cursor for another object, by the RPC that Workers have. */
class NativeCursor extends RpcTarget {
  #place = 0;

  advance(): number {
    return (this.#place += 1);
  }
}

/**
 * One object of the bench, whichever library serves it: its name says which, as the address does. An
 * alarm deletes its storage once nobody has used it for `IDLE_SECONDS`, or when its life is over,
 * whatever its clients do.
 */
export class BenchObject extends DurableObject<Env> implements EffectTarget {
  readonly #idleMs: number;
  readonly #endsAt: number;
  readonly #allowance: Allowance;
  /** What the message at hand may make the service do. */
  readonly #budget = new MessageBudget();
  readonly #offer: Offer;
  /** The library that serves it; undefined before the first request of this life. */
  #server: Server | undefined;
  /** What it is for objects that call it; undefined in one that none calls. */
  #calledAs: Callee | undefined;
  readonly #open = new Map<WebSocket, Open>();
  readonly #streams = new Streams();
  /** Sockets that were closed here and whose client has not answered that yet. */
  readonly #closing = new Set<WebSocket>();
  /** Messages to come that were paid for before the first of them. */
  #prepaid = 0;
  /** When this instance was last used; undefined in one that only its alarm woke. */
  #usedAt: number | undefined;
  #alarmSetAt = -Infinity;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#idleMs = Number(env.IDLE_SECONDS) * 1000;
    this.#allowance = new Allowance(env, (refusal) =>
      this.#closeAll(closeCodes.tryLater, reasonOf(refusal)),
    );
    const serviceFor = serviceOf(this.#host());
    this.#offer = { service: serviceFor(), serviceFor };
    // One that slept knows from its sockets who pays for it, and how old it is.
    const [socket] = ctx.getWebSockets();
    const payer = socket && attachmentOf(socket).payer;
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
        put: (key, value) => {
          this.#allowance.count(0, 1);
          kv.put(key, value);
        },
      },
      budget: this.#budget,
      hibernatingSockets: () => this.ctx.getWebSockets().length,
      announce: (tag, payload) => this.#announce(tag, payload),
      nativeCursor: async () => {
        const other: unknown = objectOf(this.env, 'native/cursor');
        return (other as BenchObject).nativeCursor();
      },
      pay: (messages) => this.#allowance.pay('stream', messages, 0),
      expect: (messages) => (this.#prepaid += messages),
      others,
      end: (reason) => this.#closeAll(closeCodes.tryLater, reason),
    };
  }

  // For other objects: clients do not reach what follows.

  nativeCursor(): NativeCursor {
    return new NativeCursor();
  }

  get #callee(): Callee {
    return (this.#calledAs ??= new Callee(this, this.ctx));
  }

  /** Counts the call. Every way of calling ends in this. */
  effect(n: number, text: string): number {
    return this.#callee.count(n, text);
  }

  /** Has each call that follows write to the storage, or none. */
  store(writes: boolean): void {
    this.#callee.writes = writes;
    if (writes) this.#putOff(Date.now());
  }

  /** How often it was called since it was last asked. */
  takeEffects(): number {
    return this.#callee.takeEffects();
  }

  /** Gives the result to a function of the caller. */
  async tell(n: number, text: string, report: (value: number) => unknown): Promise<void> {
    await report(this.effect(n, text));
  }

  /** The call as an object on which a second call asks for the result. */
  deferred(n: number, text: string): Deferred {
    return new Deferred(() => this.effect(n, text));
  }

  /** Does what a serialized continuation says, and gives the result back as serialized. */
  perform(continuation: string): string {
    return perform(this, continuation);
  }

  /** Takes a call of the rebuilt design in; its result goes back as a call. */
  enqueue(key: string, caller: string, continuation: string): void {
    this.#putOff(Date.now());
    enqueue(this, this.ctx, key, continuation, async (result) => {
      await objectOf(this.env, caller).takeResult(result);
    });
  }

  takeResult(result: string): void {
    takeResult(this.ctx, result);
  }

  /** Takes a request that the Worker let through, and counts the time until it is answered. */
  override async fetch(request: Request): Promise<Response> {
    const { system, arm } = addressOf(request);
    // The Worker lets none through that has no system: it is another object that asks.
    if (system === '') return this.#callee.fetch(request);
    const server = (this.#server ??= await load(system));
    const payer = payerOf(request);
    const refusal = this.#allowance.begin(payer);
    if (refusal !== undefined) return refuse(refusal);
    this.#use();
    if (request.headers.get('Upgrade') !== null) {
      // Its first allowance comes with this request alone, and not with each time that it wakes.
      const { visitor, openedAt } = payer;
      return this.#accept(request, server, { system, arm, payer: { visitor, openedAt } });
    }
    this.#allowance.opened();
    let goesOn = false;
    try {
      const answer = await answerCall(request, server, this.#offer);
      if (!Streams.is(answer)) return answer;
      goesOn = true;
      return this.#streams.pass(answer, () => this.#allowance.closed());
    } finally {
      if (!goesOn) this.#allowance.closed();
    }
  }

  /** Opens the socket that a request asks for. */
  #accept(request: Request, server: Server, attachment: Attachment): Response {
    const { system, arm } = attachment;
    if (server.serve === undefined) {
      return jsonError(404, 'not-found', `${arm}: expected no socket`);
    }
    const accepted = server.accept?.(request, this.ctx) ?? {};
    if (accepted instanceof Response) return accepted;
    const { 0: client, 1: socket } = new WebSocketPair();
    const hibernates = acceptOf(system, arm) === 'hibernating';
    if (hibernates) {
      this.ctx.acceptWebSocket(socket, accepted.tags);
      socket.serializeAttachment(attachment);
    } else {
      socket.accept();
      this.#allowance.opened();
      // The listener stands before those of a library, which never see a message that passes a limit.
      socket.addEventListener('message', (event) => {
        const message = event.data as Message;
        if (!this.#admit(socket, message)) event.stopImmediatePropagation();
        else this.#open.get(socket)?.session.take?.(message);
      });
      socket.addEventListener('close', ({ code }) => {
        // A client that closes gets its Close back, whatever code it gave.
        socket.close(isSendable(code) ? code : closeCodes.normal);
        this.#forget(socket);
      });
    }
    this.#serve(socket, server, attachment, hibernates);
    return new Response(null, {
      status: 101,
      webSocket: client,
      headers: new Headers(accepted.headers),
    });
  }

  /** What serves a socket; one whose object slept is served anew. */
  async #openOf(socket: WebSocket): Promise<Open> {
    const attachment = attachmentOf(socket);
    this.#server ??= await load(attachment.system);
    return this.#open.get(socket) ?? this.#serve(socket, this.#server, attachment, true);
  }

  #serve(socket: WebSocket, server: Server, { arm, payer }: Attachment, hibernates: boolean): Open {
    const check = server.guard?.(arm) ?? (() => undefined);
    const guard = new SocketGuard(socket, check, Date.now(), ({ code, reason }) => {
      this.#awaitClose(socket);
      // A library that reads the socket goes on with what it has, unless it hears of the end.
      if (hibernates) return;
      socket.dispatchEvent(new CloseEvent('close', { code, reason, wasClean: true }));
    });
    const link: ServerLink = {
      socket,
      ctx: this.ctx,
      host: {
        env: this.env,
        name: this.ctx.id.name ?? '',
        payer,
        pay: (...amounts) => this.#allowance.pay(...amounts),
      },
      refuse: (refusal) => guard.refuse(refusal),
      end: (code, reason) => this.#end(socket, code, reason),
      hold: (bytes) => guard.hold(bytes),
      get note() {
        return attachmentOf(socket).note;
      },
      set note(note: string | undefined) {
        socket.serializeAttachment({ ...attachmentOf(socket), note });
      },
    };
    const open: Open = { guard, link, session: {}, hibernates };
    this.#open.set(socket, open);
    open.session = server.serve?.(link, this.#offer, arm) ?? {};
    return open;
  }

  /** Notes a use of the object; closes the socket and answers false on a message over a limit. */
  #admit(socket: WebSocket, message: Message): boolean {
    share(this.ctx, Date.now());
    this.#use();
    return this.#open.get(socket)?.guard.admit(message, Date.now()) ?? false;
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    const { session } = this.#open.get(socket) ?? (await this.#openOf(socket));
    if (this.#admit(socket, message)) await session.take?.(message);
  }

  /** Closes the server's end of a hibernating socket whose client closed its own. */
  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    socket.close(isSendable(code) ? code : closeCodes.normal);
    await this.#openOf(socket);
    this.#forget(socket);
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    await this.#openOf(socket);
    this.#forget(socket);
  }

  /**
   * Counts what is announced for every socket that it goes to, and closes those that read nothing:
   * they hold what was sent to them, and share what one socket may hold.
   */
  async #announce(tag: string, payload: unknown): Promise<number> {
    const server = this.#server;
    if (server?.announce === undefined) return 0;
    const sockets = this.ctx.getWebSockets(tag);
    const most = limits.socket.queuedBytes;
    for (const socket of sockets) {
      this.#budget.answer(limits.callbacks.bytes);
      if (socket.bufferedAmount * sockets.length <= most) continue;
      this.#end(socket, closeCodes.policy, 'expected a client that reads');
    }
    const opened = await Promise.all(sockets.map((socket) => this.#openOf(socket)));
    return server.announce(
      tag,
      payload,
      opened.map(({ link }) => link),
    );
  }

  /** Closes a socket for which no limit was passed. */
  #end(socket: WebSocket, code: number, reason: string): void {
    this.#open.get(socket)?.guard.end();
    socket.close(code, reason);
    this.#awaitClose(socket);
  }

  /**
   * A client that does not answer a Close would keep its socket, and what is queued for it, for as
   * long as it likes. Only the end of the object takes them away.
   */
  #awaitClose(socket: WebSocket): void {
    this.#forget(socket);
    this.#closing.add(socket);
    const patienceMs = Math.min(limits.socket.closeSeconds * 1000, this.#idleMs);
    setTimeout(() => {
      if (this.#closing.delete(socket) && socket.readyState !== WebSocket.CLOSED) {
        // The end of the object takes its other sockets along, which the gate counts.
        for (const each of this.#open.keys()) this.#forget(each);
        this.ctx.abort('a client did not answer a Close');
      }
    }, patienceMs);
  }

  /** Counts a message or a request, which is a use of the object. */
  #use(): void {
    this.#budget.renew();
    if (this.#prepaid > 0) this.#prepaid -= 1;
    else this.#allowance.count(1, 0);
    this.#putOff(Date.now());
  }

  /** Puts the end of the object off, as it is used now. */
  #putOff(now: number): void {
    this.#usedAt = now;
    if (now - this.#alarmSetAt < this.#idleMs * ALARM_SLACK) return;
    this.#alarmSetAt = now;
    this.#wakeAt(now + this.#idleMs);
  }

  override alarm(): Promise<void> {
    const now = Date.now();
    const idleUntil = (this.#usedAt ?? -Infinity) + this.#idleMs;
    if (idleUntil > now && this.#endsAt > now) {
      this.#wakeAt(idleUntil);
      return Promise.resolve();
    }
    // A client that still listens must not go on counting from nought.
    this.#closeAll(closeCodes.goingAway, 'nobody used this object for too long');
    return this.ctx.storage.deleteAll();
  }

  /** Has the alarm ring at a time in ms since 1970, or before. */
  #wakeAt(time: number): void {
    this.#allowance.count(0, 1);
    void this.ctx.storage.setAlarm(Math.min(time, this.#endsAt));
  }

  /** Closes every socket; those that a client does not close in time are cut. */
  #closeAll(code: number, reason: string): void {
    this.#streams.end();
    for (const socket of new Set([...this.#open.keys(), ...this.ctx.getWebSockets()])) {
      this.#end(socket, code, reason);
    }
  }

  /** Ends what is served over a socket that is closed or about to be. */
  #forget(socket: WebSocket): void {
    const open = this.#open.get(socket);
    if (open === undefined) return;
    this.#open.delete(socket);
    open.guard.end();
    open.session.close?.();
    sockets.open -= 1;
    if (!open.hibernates) this.#allowance.closed();
  }
}

const attachmentOf = (socket: WebSocket): Attachment =>
  socket.deserializeAttachment() as Attachment;

/** Why the day is over, as the reason of a close frame: at most 123 bytes. */
function reasonOf({ reached, retryAt }: DayRefusal): string {
  return JSON.stringify({ error: reached, retryAt: new Date(retryAt).toISOString() });
}
