import { DurableObject } from 'cloudflare:workers';
import type { Env } from './env.ts';
import { limits, TOO_BIG, tooBig } from './limits.ts';
import { CounterService } from './service.ts';

/** Payload of a frame. */
export type Message = string | ArrayBuffer;

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
  readonly #idleMs: number;
  readonly #sockets = new Set<WebSocket>();
  /** When this instance was last used; undefined in one that only its alarm woke. */
  #usedAt: number | undefined;
  #alarmSetAt = -Infinity;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#idleMs = Number(env.IDLE_SECONDS) * 1000;
    this.service = new CounterService(ctx.storage.kv);
  }

  /**
   * Opens the server's end of a socket in the way that the arm asks for. A hibernating socket's
   * messages arrive at `webSocketMessage`, those of one in memory at `onMessage`.
   */
  protected accept(request: Request, socket: WebSocket, onMessage: (message: Message) => void) {
    if (armOf(request) === 'hibernating') this.ctx.acceptWebSocket(socket);
    else this.acceptInMemory(socket, onMessage);
  }

  /**
   * Opens the server's end of a socket that stays in memory, and keeps it to the limits. What
   * listens to the socket later never sees a message over the limit.
   */
  protected acceptInMemory(socket: WebSocket, onMessage?: (message: Message) => void): void {
    socket.accept();
    this.#sockets.add(socket);
    socket.addEventListener('message', (event) => {
      const message = event.data as Message;
      if (this.admit(socket, message)) onMessage?.(message);
      else event.stopImmediatePropagation();
    });
    socket.addEventListener('close', () => this.#sockets.delete(socket));
  }

  /** Notes a use of the object; closes the socket and answers false on a message over the limit. */
  protected admit(socket: WebSocket, message: Message): boolean {
    this.touch();
    if (!tooBig(message)) return true;
    socket.close(TOO_BIG, `expected at most ${limits.maxMessageBytes} bytes`);
    return false;
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
      socket.close(GOING_AWAY, 'nobody used this object for too long');
    }
    this.#sockets.clear();
    await this.ctx.storage.deleteAll();
  }
}

/** Name of the arm in the address of a request that the Worker let through. */
export function armOf(request: Request): string {
  return new URL(request.url).pathname.split('/')[3] ?? '';
}
