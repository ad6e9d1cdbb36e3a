import { DurableObject } from 'cloudflare:workers';
import type { Env } from './env.ts';
import { AnswerBudget } from './guard/answer-budget.ts';
import { type Message, SocketGuard } from './guard/socket-guard.ts';
import { type Check, limits } from './limits.ts';
import { CounterService } from './service.ts';

export type { Message };

/** Part of its life by which an object's alarm may lag behind its last use; saves a write per use. */
const ALARM_SLACK = 0.05;

/** Close codes of RFC 6455, section 7.4.1: normal, going away, and those that nobody may send. */
const NORMAL = 1000;
const GOING_AWAY = 1001;
const UNSENDABLE: ReadonlySet<number> = new Set([1005, 1006, 1015]);

/**
 * What every system's object shares: the service over its storage, and its end. An alarm
 * deletes the storage once nobody has used the object for `IDLE_SECONDS`.
 */
export abstract class BenchObject extends DurableObject<Env> {
  protected readonly service: CounterService;
  /** What the message at hand may make the services answer. */
  protected readonly budget = new AnswerBudget();
  readonly #idleMs: number;
  readonly #sockets = new Set<WebSocket>();
  /** A guard for each open socket that this life of the object has heard of. */
  readonly #guards = new Map<WebSocket, SocketGuard>();
  /** Sockets that were closed here and whose client has not answered that yet. */
  readonly #closing = new Set<WebSocket>();
  /** When this instance was last used; undefined in one that only its alarm woke. */
  #usedAt: number | undefined;
  #alarmSetAt = -Infinity;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#idleMs = Number(env.IDLE_SECONDS) * 1000;
    this.service = new CounterService(ctx.storage.kv, this.budget);
  }

  /**
   * Opens the server's end of a socket in the way that the arm asks for. A hibernating socket's
   * messages arrive at `webSocketMessage`, those of one in memory at `onMessage`.
   */
  protected accept(
    request: Request,
    socket: WebSocket,
    check: Check | undefined,
    onMessage: (message: Message) => void,
  ) {
    if (armOf(request) === 'hibernating') this.ctx.acceptWebSocket(socket);
    else this.acceptInMemory(socket, check, onMessage);
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
    this.touch();
    this.budget.renew();
    return this.#guardOf(socket, check).admit(message, Date.now());
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

  #forget(socket: WebSocket): void {
    this.#guards.get(socket)?.end();
    this.#guards.delete(socket);
    this.#sockets.delete(socket);
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
    setTimeout(() => {
      if (this.#closing.delete(socket) && socket.readyState !== WebSocket.CLOSED) {
        this.ctx.abort('a client did not answer a Close');
      }
    }, limits.socket.closeSeconds * 1000);
  }

  /** Puts the end of the object off. */
  protected touch(): void {
    const now = Date.now();
    this.#usedAt = now;
    if (now - this.#alarmSetAt < this.#idleMs * ALARM_SLACK) return;
    this.#alarmSetAt = now;
    void this.ctx.storage.setAlarm(now + this.#idleMs);
  }

  /** Closes the server's end of a hibernating socket whose client closed its own. */
  override webSocketClose(socket: WebSocket, code: number): void {
    this.#forget(socket);
    socket.close(UNSENDABLE.has(code) ? NORMAL : code);
  }

  override async alarm(): Promise<void> {
    const idleUntil = (this.#usedAt ?? -Infinity) + this.#idleMs;
    if (idleUntil > Date.now()) {
      await this.ctx.storage.setAlarm(idleUntil);
      return;
    }
    // A client that still listens must not go on counting from nought.
    for (const socket of [...this.#sockets, ...this.ctx.getWebSockets()]) {
      this.end(socket, GOING_AWAY, 'nobody used this object for too long');
    }
    this.#sockets.clear();
    await this.ctx.storage.deleteAll();
  }
}

/** Name of the arm in the address of a request that the Worker let through. */
export function armOf(request: Request): string {
  return new URL(request.url).pathname.split('/')[3] ?? '';
}
