import type { Env } from './env.ts';
import type { Allowance } from './gate/allowance.ts';
import { freePlace, occupyPlace } from './gate/places.ts';
import type { Payer } from '../src/wire/amounts.ts';
import { weigh } from '../src/wire/service/budget.ts';
import { BYTES_PER_MESSAGE } from '../src/wire/service/streams.ts';
import { heldBytes, Holder } from './guard/holder.ts';
import { share } from './guard/isolate.ts';
import { isTooMuchKept, sizeOf, SocketGuard } from './guard/socket-guard.ts';
import { jsonError } from './http.ts';
import { libraries } from './libraries.ts';
import { closeCodes, limits } from '../src/wire/limits.ts';
import type { Message, Offer, Server, ServerLink, Session } from './server.ts';

/** Time in which a client that too much is kept for may learn why it is ended, in ms. */
const FULL_MS = 1000;

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

const attachmentOf = (socket: WebSocket): Attachment =>
  socket.deserializeAttachment() as Attachment;

/** One open socket. */
interface Open {
  guard: SocketGuard;
  link: ServerLink;
  session: Session;
  /** Whether the platform keeps it while the object sleeps. */
  hibernates: boolean;
}

/** The object that sockets belong to. */
interface Owner {
  ctx: DurableObjectState;
  env: Env;
  allowance: Allowance;
  /** The service for one socket, with what keeps bytes for its client. */
  offerFor(kept: Holder): Offer;
  /** Time without use after which it ends, in ms. */
  idleMs: number;
  /** Loads the library that serves it. */
  serverOf(system: string): Promise<Server>;
  /** Counts a message of so many bytes, which is a use of the object. */
  use(bytes: number): void;
}

/** The sockets of one object: guarded, served, and cut where a client does not answer a Close. */
export class Sockets {
  readonly #owner: Owner;
  readonly #ctx: DurableObjectState;
  readonly #open = new Map<WebSocket, Open>();
  /** Sockets that were closed here and whose client has not answered that yet. */
  readonly #closing = new Set<WebSocket>();
  /** Sockets whose places were given back. */
  readonly #gone = new WeakSet<WebSocket>();

  constructor(owner: Owner) {
    this.#owner = owner;
    this.#ctx = owner.ctx;
  }

  /** Who pays for an object that slept; undefined where it has no socket. */
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
      // The listener stands before those of a library, which never see a message that passes a limit.
      socket.addEventListener('message', (event) => {
        const message = event.data as Message;
        if (!this.#admit(open, message)) event.stopImmediatePropagation();
        else open.session.take?.(message);
      });
      socket.addEventListener('close', ({ code }) => {
        answerClose(socket, code);
        this.#forget(socket);
      });
      // A frame that breaks the protocol ends the socket without a Close.
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

  /** What serves a socket; one whose object slept is served anew. */
  async #openOf(socket: WebSocket): Promise<Open> {
    const attachment = attachmentOf(socket);
    const server = await this.#owner.serverOf(attachment.system);
    return this.#open.get(socket) ?? this.#serve(socket, server, attachment, true);
  }

  #serve(socket: WebSocket, server: Server, { arm, payer }: Attachment, hibernates: boolean): Open {
    const { env, allowance } = this.#owner;
    const kept = new Holder(this.#ctx, (refused) => guard.refuse(refused));
    const check = server.guard?.(arm, (bytes) => guard.hold(bytes)) ?? (() => undefined);
    const guard: SocketGuard = new SocketGuard(socket, check, kept, (refused) => {
      const { code, reason } = refused;
      this.#awaitClose(socket, isTooMuchKept(refused));
      // A library that reads the socket goes on with what it has, unless it hears of the end.
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
        pay: (...given) => allowance.pay(...given),
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
    open.session = server.serve?.(link, this.#owner.offerFor(kept), arm) ?? {};
    return open;
  }

  /** Notes a use of the object; closes the socket and answers false on a message over a limit. */
  #admit(open: Open | undefined, message: Message): boolean {
    share(this.#ctx, Date.now());
    this.#owner.use(sizeOf(message));
    return open?.guard.admit(message) ?? false;
  }

  /** Takes a message of a socket that hibernates. */
  async take(socket: WebSocket, message: Message): Promise<void> {
    const isServed = this.#open.has(socket) || this.#closing.has(socket);
    if (!isServed) await this.#openOf(socket);
    const open = this.#open.get(socket);
    if (this.#admit(open, message)) await open?.session.take?.(message);
  }

  /**
   * Forgets a hibernating socket, unless it was closed here and so forgotten before.
   *
   * @param code that its client closed it with; undefined where it broke
   */
  over(socket: WebSocket, code?: number): void {
    if (code !== undefined) answerClose(socket, code);
    this.#closing.delete(socket);
    this.#forget(socket);
  }

  /**
   * Sends a payload to the sockets with a tag. Counts it for each of them, and closes those that read
   * nothing: they hold what was sent to them, and share what one socket may hold.
   *
   * @param count pays for one answer of so many bytes
   * @returns how many listen
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
    // What is sent takes time, and memory until it is read: both in proportion to its bytes.
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
      `announce: got ${bytes} bytes for ${left.length} clients, expected no more than there is room for in the ${heldBytes()} bytes that are kept for all`,
    );
  }

  /** Closes every socket; those that a client does not close in time are cut. */
  closeAll(code: number, reason: string): void {
    for (const socket of this.#all()) this.#end(socket, code, reason);
  }

  /** Closes a socket for which no limit was passed. */
  #end(socket: WebSocket, code: number, reason: string): void {
    this.#open.get(socket)?.guard.end();
    socket.close(code, reason);
    this.#awaitClose(socket);
  }

  /**
   * A client that does not answer a Close would keep its socket, and what is queued for it, for as
   * long as it likes. Only the end of the object takes them away, and what a library keeps.
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

  /** Ends the object with all its sockets, and with what is kept for its clients. */
  abort(reason: string): void {
    for (const each of this.#all()) this.#forget(each);
    Holder.forget(this.#ctx);
    this.#ctx.abort(reason);
  }

  #all(): Set<WebSocket> {
    return new Set([...this.#open.keys(), ...this.#ctx.getWebSockets()]);
  }

  /** Ends what is served over a socket that is closed or about to be, and gives its place back, once. */
  #forget(socket: WebSocket): void {
    if (this.#gone.has(socket)) return;
    this.#gone.add(socket);
    freePlace();
    // A socket whose object slept may not be served yet.
    const open = this.#open.get(socket);
    this.#open.delete(socket);
    if (open?.hibernates === false) this.#owner.allowance.closed();
    open?.guard.end();
    open?.session.close?.();
  }
}

/** A client that closes gets its Close back, whatever code it gave. */
function answerClose(socket: WebSocket, code: number): void {
  socket.close(isSendable(code) ? code : closeCodes.normal);
}
