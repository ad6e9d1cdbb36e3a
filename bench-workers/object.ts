import { DurableObject } from 'cloudflare:workers';
import type { Env } from './env.ts';
import { armOf } from './http.ts';
import { gateConfig } from './gate/config.ts';
import { refuse } from './gate/admit.ts';
import { Allowance, payerIn, payerOf, payerTag, sockets } from './gate/allowance.ts';
import type { Payer, Refusal } from './gate/protocol.ts';
import { AnswerBudget } from './guard/answer-budget.ts';
import { type Check, type Message, SocketGuard } from './guard/socket-guard.ts';
import { Streams } from './guard/streams.ts';
import { share } from './guard/thread.ts';
import { closeCodes, limits } from './limits.ts';
import { CounterService } from './service.ts';

export type { Message };

/** Part of its life by which an object's alarm may lag behind its last use; saves a write per use. */
const ALARM_SLACK = 0.05;

/** Close codes that nobody may send (RFC 6455, section 7.4.1). */
const UNSENDABLE: ReadonlySet<number> = new Set([1005, 1006, 1015]);

/**
 * What every system's object shares: the service over its storage, the count of what it uses, and
 * its end. An alarm deletes the storage once nobody has used the object for `IDLE_SECONDS`, or when
 * its life is over, whatever its clients do.
 */
export abstract class BenchObject extends DurableObject<Env> {
  protected readonly service: CounterService;
  /** What the message at hand may make the services answer. */
  protected readonly budget = new AnswerBudget();
  /** Messages to come that were paid for before the first of them. */
  protected prepaid = 0;
  readonly #idleMs: number;
  readonly #endsAt: number;
  readonly #allowance: Allowance;
  /** Sockets in memory. */
  readonly #sockets = new Set<WebSocket>();
  /** Sockets that sleep and were closed here: they are forgotten once. */
  readonly #forgotten = new WeakSet<WebSocket>();
  /** Of the request that is being answered: the socket it opens has it. */
  #payer: Payer | undefined;
  readonly #streams = new Streams();
  /** A guard for each open socket that this life of the object knows. */
  readonly #guards = new Map<WebSocket, SocketGuard>();
  /** Sockets that were closed here and whose client has not answered that yet. */
  readonly #closing = new Set<WebSocket>();
  /** When this instance was last used; undefined in one that only its alarm woke. */
  #usedAt: number | undefined;
  #alarmSetAt = -Infinity;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#idleMs = Number(env.IDLE_SECONDS) * 1000;
    this.#allowance = new Allowance(env, (refusal) =>
      this.closeAll(closeCodes.tryLater, reasonOf(refusal)),
    );
    const { kv } = ctx.storage;
    const counted = {
      get: <Value>(key: string) => kv.get<Value>(key),
      put: <Value>(key: string, value: Value) => {
        this.#allowance.count(0, 1);
        kv.put(key, value);
      },
    };
    this.service = new CounterService(counted, this.budget);
    const [socket] = ctx.getWebSockets();
    // One that slept knows from its sockets’ tags who pays for it, and how old it is.
    const payer = socket && payerIn(ctx.getTags(socket));
    if (payer !== undefined) this.#allowance.begin(payer);
    this.#endsAt = (payer?.openedAt ?? Date.now()) + gateConfig(env).lifetimeSeconds * 1000;
  }

  /** Takes a request that the Worker let through, and counts the time until it is answered. */
  override async fetch(request: Request): Promise<Response> {
    this.#payer = payerOf(request);
    const refusal = this.#allowance.begin(this.#payer);
    if (refusal !== undefined) return refuse(refusal);
    this.#allowance.opened();
    let goesOn = false;
    try {
      this.touch();
      this.budget.renew();
      const answer = await this.serve(request);
      if (!Streams.is(answer)) return answer;
      goesOn = true;
      return this.#streams.pass(answer, () => this.#allowance.closed());
    } finally {
      if (!goesOn) this.#allowance.closed();
    }
  }

  /** Answers a request, or opens the socket that it asks for. */
  protected abstract serve(request: Request): Response | Promise<Response>;

  /** Tags of a hibernating socket that the request being answered opens. */
  protected tags(...own: string[]): string[] {
    return this.#payer === undefined ? own : [...own, payerTag(this.#payer)];
  }

  /** Answers a request with a socket, whose other end is given to what opens it here. */
  protected upgrade(open: (socket: WebSocket) => void, headers = new Headers()): Response {
    const { 0: client, 1: socket } = new WebSocketPair();
    open(socket);
    return new Response(null, { status: 101, webSocket: client, headers });
  }

  /** Opens the server's end of a socket in the way that the arm asks for; {@link take} has its messages. */
  protected accept(request: Request, socket: WebSocket): void {
    if (armOf(request) === 'hibernating') this.ctx.acceptWebSocket(socket, this.tags());
    else this.acceptInMemory(socket, this.check, (message) => this.take?.(socket, message));
  }

  /** The system’s own check of a text message. */
  protected readonly check?: Check;

  /** Takes a message that passed no limit, of a socket that was opened by {@link accept}. */
  protected take?(socket: WebSocket, message: Message): void;

  override webSocketMessage(socket: WebSocket, message: Message): void | Promise<void> {
    if (this.admit(socket, message, this.check)) this.take?.(socket, message);
  }

  /**
   * Opens the server's end of a socket that stays in memory, and keeps it to the limits. What
   * listens to the socket later never sees a message that passes one.
   */
  protected acceptInMemory(
    socket: WebSocket,
    check?: Check,
    onMessage?: (message: Message) => void,
  ): SocketGuard {
    socket.accept();
    this.#sockets.add(socket);
    this.#allowance.opened();
    const guard = this.#guardOf(socket, check);
    socket.addEventListener('message', (event) => {
      const message = event.data as Message;
      if (this.admit(socket, message, check)) onMessage?.(message);
      else event.stopImmediatePropagation();
    });
    socket.addEventListener('close', () => this.#forget(socket));
    return guard;
  }

  /** Notes a use of the object; closes the socket and answers false on a message over a limit. */
  protected admit(socket: WebSocket, message: Message, check?: Check): boolean {
    const now = Date.now();
    share(this.ctx, now);
    this.touch();
    this.budget.renew();
    return this.#guardOf(socket, check).admit(message, now);
  }

  #guardOf(socket: WebSocket, check: Check | undefined): SocketGuard {
    let guard = this.#guards.get(socket);
    if (guard === undefined) {
      guard = new SocketGuard(socket, check, Date.now(), ({ code, reason }) => {
        this.#awaitClose(socket);
        // A library that reads the socket goes on with what it has, unless it hears of the end.
        if (!this.#sockets.has(socket)) return;
        socket.dispatchEvent(new CloseEvent('close', { code, reason, wasClean: true }));
      });
      this.#guards.set(socket, guard);
    }
    return guard;
  }

  /** Closes a socket for which no limit was passed. */
  protected end(socket: WebSocket, code: number, reason: string): void {
    this.#guardOf(socket, undefined).end();
    socket.close(code, reason);
    this.#awaitClose(socket);
  }

  /**
   * A client that does not answer a Close would keep its socket, and what is queued for it, for as
   * long as it likes. Only the end of the object takes them away.
   */
  #awaitClose(socket: WebSocket): void {
    this.#closing.add(socket);
    const patienceMs = Math.min(limits.socket.closeSeconds * 1000, this.#idleMs);
    setTimeout(() => {
      if (this.#closing.delete(socket) && socket.readyState !== WebSocket.CLOSED) {
        for (const each of [...this.#sockets, ...this.ctx.getWebSockets()]) this.#forget(each);
        this.ctx.abort('a client did not answer a Close');
      }
    }, patienceMs);
  }

  /** Counts a message or a request, and puts the end of the object off. */
  protected touch(): void {
    if (this.prepaid > 0) this.prepaid -= 1;
    else this.#allowance.count(1, 0);
    const now = Date.now();
    this.#usedAt = now;
    if (now - this.#alarmSetAt < this.#idleMs * ALARM_SLACK) return;
    this.#alarmSetAt = now;
    this.#wakeAt(now + this.#idleMs);
  }

  /**
   * Counts what a message will make the object do besides, before it does: what other objects are
   * asked, rows written.
   *
   * @param what is to be paid, for the error
   * @throws RangeError naming what it takes and what is left, where the day has less
   */
  protected async pay(what: string, messages: number, rows: number): Promise<void> {
    await this.#allowance.pay(what, messages, rows);
  }

  /** Closes the server's end of a hibernating socket whose client closed its own. */
  override webSocketClose(socket: WebSocket, code: number): void | Promise<void> {
    this.#forget(socket);
    socket.close(UNSENDABLE.has(code) ? closeCodes.normal : code);
  }

  override webSocketError(socket: WebSocket): void {
    this.#forget(socket);
  }

  override alarm(): Promise<void> {
    const now = Date.now();
    const idleUntil = (this.#usedAt ?? -Infinity) + this.#idleMs;
    if (idleUntil > now && this.#endsAt > now) {
      this.#wakeAt(idleUntil);
      return Promise.resolve();
    }
    // A client that still listens must not go on counting from nought.
    this.closeAll(closeCodes.goingAway, 'nobody used this object for too long');
    return this.ctx.storage.deleteAll();
  }

  /** Has the alarm ring at a time in ms since 1970, or before. */
  #wakeAt(time: number): void {
    this.#allowance.count(0, 1);
    void this.ctx.storage.setAlarm(Math.min(time, this.#endsAt));
  }

  /** Closes every socket; those that a client does not close in time are cut. */
  protected closeAll(code: number, reason: string): void {
    this.#streams.end();
    for (const socket of [...this.#sockets, ...this.ctx.getWebSockets()]) {
      this.end(socket, code, reason);
      this.#forget(socket);
    }
  }

  /** For what waits for a client: its socket is closed or about to be. */
  protected gone?(socket: WebSocket): void;

  /** Counts a socket no more that is closed or about to be. */
  #forget(socket: WebSocket): void {
    this.#guards.get(socket)?.end();
    this.#guards.delete(socket);
    this.gone?.(socket);
    if (this.#sockets.delete(socket)) this.#allowance.closed();
    if (this.#forgotten.has(socket)) return;
    this.#forgotten.add(socket);
    sockets.open -= 1;
  }
}

/** Why the day is over, as the reason of a close frame: at most 123 bytes. */
function reasonOf({ reached, retryAt }: Refusal): string {
  return JSON.stringify({ error: reached, retryAt: new Date(retryAt).toISOString() });
}
