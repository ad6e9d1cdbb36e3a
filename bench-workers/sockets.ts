import type { Env } from './env.ts';
import type { Allowance } from './gate/allowance.ts';
import { freePlace, occupyPlace } from './gate/admit.ts';
import type { Payer } from '../src/wire/amounts.ts';
import { weigh } from '../src/wire/service/budget.ts';
import { BYTES_PER_MESSAGE } from '../src/wire/service/streams.ts';
import { heldBytes, Holder } from './guard/holder.ts';
import { yieldIfBusy } from './guard/isolate.ts';
import { isTooMuchHeld, sizeOf, SocketGuard } from './guard/socket-guard.ts';
import { jsonError } from './http.ts';
import { closeCodes, limits } from '../src/wire/limits.ts';
import {
  libraries,
  type Message,
  type Offer,
  type Server,
  type ServerLink,
  type Session,
} from './server.ts';

/** Time for a client to learn that it is ended because too much is held for it, in ms. */
const FULL_MS = 1000;

/** True if RFC 6455 (section 7.4.1) and the platform let anybody send a close code. */
const isSendable = (code: number): boolean =>
  code === 1000 || (code > 1000 && code < 5000 && ![1004, 1005, 1006, 1015].includes(code));

/** Data that the platform keeps with a socket that hibernates. */
interface Attachment {
  system: string;
  arm: string;
  payer: Payer;
  note?: string;
}

const attachmentOf = (socket: WebSocket): Attachment =>
  socket.deserializeAttachment() as Attachment;

/** One open socket. */
interface Open {
  guard: SocketGuard;
  link: ServerLink;
  session: Session;
  /** True if the platform keeps the socket while the object sleeps. */
  hibernates: boolean;
}

/** The object of the sockets. */
interface Owner {
  ctx: DurableObjectState;
  env: Env;
  allowance: Allowance;
  /** The service for the client of one socket. */
  offerFor(holder: Holder): Offer;
  /** Time without use after which the object ends, in ms. */
  idleMs: number;
  /** Loads the server half of a system. */
  serverOf(system: string): Promise<Server>;
  /** Counts a message of so many bytes as a use of the object. */
  use(bytes: number): void;
}

/** The sockets of one object. Each is guarded and served, and cut if its client does not answer a Close. */
export class Sockets {
  readonly #owner: Owner;
  readonly #ctx: DurableObjectState;
  readonly #open = new Map<WebSocket, Open>();
  /** Sockets that this object has closed and whose client has not answered yet. */
  readonly #closing = new Set<WebSocket>();
  /** Sockets whose place was given back. */
  readonly #gone = new WeakSet<WebSocket>();

  constructor(owner: Owner) {
    this.#owner = owner;
    this.#ctx = owner.ctx;
  }

  /** Who pays for an object that slept; undefined if it has no socket. */
  get payer(): Payer | undefined {
    const [socket] = this.#ctx.getWebSockets();
    return socket && attachmentOf(socket).payer;
  }

  /** Opens the socket that a request asks for. */
  accept(request: Request, server: Server, attachment: Attachment, place = 0): Response {
    const { system, arm } = attachment;
    if (server.serve === undefined) {
      return jsonError(404, 'not-found', `${arm}: expected no socket`);
    }
    const accepted = server.accept?.(request) ?? {};
    if (accepted instanceof Response) return accepted;
    const { 0: client, 1: socket } = new WebSocketPair();
    const hibernates = libraries().acceptOf(system, arm) === 'hibernating';
    if (hibernates) {
      this.#ctx.acceptWebSocket(socket, accepted.tags);
      socket.serializeAttachment(attachment);
    } else {
      socket.accept();
      // This listener comes before those of the library, so that they never see a message over a limit.
      socket.addEventListener('message', (event) => {
        const message = event.data as Message;
        if (!this.#mayPass(open, message)) event.stopImmediatePropagation();
        else open.session.take?.(message);
      });
      socket.addEventListener('close', ({ code }) => {
        answerClose(socket, code);
        this.#forget(socket);
      });
      // A frame that violates the protocol ends the socket without a Close.
      socket.addEventListener('error', () => {
        this.#closing.delete(socket);
        this.#forget(socket);
      });
    }
    occupyPlace(place);
    if (!hibernates) this.#owner.allowance.opened();
    let open: Open;
    try {
      open = this.#serve(socket, server, attachment, hibernates);
    } catch (error) {
      this.#forget(socket);
      throw error;
    }
    const headers = new Headers(accepted.headers);
    return new Response(null, { status: 101, webSocket: client, headers });
  }

  /** The open socket. One whose object slept is served anew. */
  async #openOf(socket: WebSocket): Promise<Open> {
    const attachment = attachmentOf(socket);
    const server = await this.#owner.serverOf(attachment.system);
    return this.#open.get(socket) ?? this.#serve(socket, server, attachment, true);
  }

  #serve(socket: WebSocket, server: Server, { arm, payer }: Attachment, hibernates: boolean): Open {
    const { env, allowance } = this.#owner;
    const holder = new Holder(this.#ctx, (violation) => guard.refuse(violation));
    const check = server.makeCheck?.(arm, (bytes) => guard.hold(bytes)) ?? (() => undefined);
    const guard: SocketGuard = new SocketGuard(socket, check, holder, (violation) => {
      const { code, reason } = violation;
      this.#awaitClose(socket, isTooMuchHeld(violation));
      // A library that listens to the socket stops its work only when it hears of a close.
      if (hibernates) return;
      socket.dispatchEvent(new CloseEvent('close', { code, reason, wasClean: true }));
    });
    const link: ServerLink = {
      socket,
      ctx: this.#ctx,
      host: {
        env,
        name: this.#ctx.id.name ?? '',
        payer,
        pay: (what, messages, rows, awake) => allowance.pay(what, messages, rows, awake),
      },
      refuse: (violation) => guard.refuse(violation),
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
    open.session = server.serve?.(link, this.#owner.offerFor(holder), arm) ?? {};
    return open;
  }

  /** Counts a message as a use of the object, and closes the socket if the message passes a limit. @returns whether it may go on */
  #mayPass(open: Open | undefined, message: Message): boolean {
    yieldIfBusy(this.#ctx, Date.now());
    this.#owner.use(sizeOf(message));
    return open?.guard.mayPass(message) ?? false;
  }

  /** Takes a message of a socket that hibernates. */
  async take(socket: WebSocket, message: Message): Promise<void> {
    const isServed = this.#open.has(socket) || this.#closing.has(socket);
    if (!isServed) await this.#openOf(socket);
    const open = this.#open.get(socket);
    if (this.#mayPass(open, message)) await open?.session.take?.(message);
  }

  /**
   * Forgets a hibernating socket, unless this object has closed it and forgotten it before.
   *
   * @param code its client’s close code; undefined if the connection broke
   */
  over(socket: WebSocket, code?: number): void {
    if (code !== undefined) answerClose(socket, code);
    this.#closing.delete(socket);
    this.#forget(socket);
  }

  /**
   * Sends a payload to the sockets with a tag, and counts it for each. Closes sockets whose client reads
   * nothing: together they may queue no more than one socket may.
   *
   * @param count pays for one answer of so many bytes
   * @returns how many clients listen
   */
  async announce(tag: string, payload: unknown, count: (bytes: number) => void): Promise<number> {
    const sockets = this.#ctx.getWebSockets(tag).filter((socket) => !this.#closing.has(socket));
    const most = limits.socket.queuedBytes;
    for (const socket of sockets) {
      count(limits.callbacks.bytes);
      if (socket.bufferedAmount * sockets.length <= most) continue;
      this.#end(socket, closeCodes.policy, 'expected a client that reads');
    }
    const left = sockets.filter((socket) => !this.#closing.has(socket));
    const [first] = left;
    if (first === undefined) return 0;
    const server = await this.#owner.serverOf(attachmentOf(first).system);
    const opened = await Promise.all(left.map((socket) => this.#openOf(socket)));
    // Its bytes cost time now, and memory until they are read.
    const bytes = weigh(payload) * left.length;
    await this.#owner.allowance.pay('announce', Math.ceil(bytes / BYTES_PER_MESSAGE), 0);
    const announcing = { isFull: false };
    for (const { guard } of opened) guard.announcing = announcing;
    try {
      const links = opened.map(({ link }) => link);
      const told = (await server.announce?.(tag, payload, links)) ?? 0;
      if (!announcing.isFull) return told;
    } finally {
      for (const { guard } of opened) guard.announcing = undefined;
    }
    throw new RangeError(
      `announce: got ${bytes} bytes for ${left.length} clients, expected no more than there is room for in the ${heldBytes()} bytes that are held for all`,
    );
  }

  /** Closes every socket. A socket whose client does not answer in time is cut. */
  closeAll(code: number, reason: string): void {
    for (const socket of this.#all()) this.#end(socket, code, reason);
  }

  /** Closes a socket that passed no limit. */
  #end(socket: WebSocket, code: number, reason: string): void {
    this.#open.get(socket)?.guard.end();
    socket.close(code, reason);
    this.#awaitClose(socket);
  }

  /**
   * Ends the object if a client does not answer a Close in time. The client could otherwise keep its socket
   * and its queue for as long as it likes, because nothing but the end of the object frees them.
   *
   * @param isFull whether the object ends in any case
   */
  #awaitClose(socket: WebSocket, isFull = false): void {
    if (this.#closing.has(socket)) return;
    this.#closing.add(socket);
    this.#forget(socket);
    const closeMs = Math.min(limits.socket.closeSeconds * 1000, this.#owner.idleMs);
    setTimeout(
      () => {
        const isOpen = this.#closing.delete(socket) && socket.readyState !== WebSocket.CLOSED;
        if (!isFull && !isOpen) return;
        this.abort('a client did not answer a Close');
      },
      isFull ? Math.min(FULL_MS, closeMs) : closeMs,
    );
  }

  /** Ends the object once its clients have had time to learn why. */
  abortSoon(reason: string): void {
    setTimeout(() => this.abort(reason), FULL_MS);
  }

  /** Ends the object with all its sockets, and forgets the bytes held for its clients. */
  abort(reason: string): void {
    for (const each of this.#all()) this.#forget(each);
    Holder.forget(this.#ctx);
    this.#ctx.abort(reason);
  }

  #all(): Set<WebSocket> {
    return new Set([...this.#open.keys(), ...this.#ctx.getWebSockets()]);
  }

  /** Ends the service of a socket that is closed or about to be, and gives its place back once. */
  #forget(socket: WebSocket): void {
    if (this.#gone.has(socket)) return;
    this.#gone.add(socket);
    freePlace();
    // A socket whose object slept may not be served again yet.
    const open = this.#open.get(socket);
    this.#open.delete(socket);
    if (open?.hibernates === false) this.#owner.allowance.closed();
    open?.guard.end();
    open?.session.close?.();
  }
}

/** Answers a client’s Close, even if its code is forbidden. */
export function answerClose(socket: WebSocket, code: number): void {
  socket.close(isSendable(code) ? code : closeCodes.normal);
}
