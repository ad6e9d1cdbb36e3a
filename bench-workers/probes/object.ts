import { newWebSocketRpcSession } from 'capnweb';
import { RPCChannel } from 'kkrpc/browser';
import { HTTPServerIO, RPCChannel as HttpChannel } from 'kkrpc/http';
import type { Env } from '../env.ts';
import { jsonError } from '../http.ts';
import { BenchObject, type Message } from '../object.ts';
import { inTime, textOf, unreadableBody } from '../guard/requests.ts';
import { closeCodes, limits, refusal } from '../limits.ts';
import { answerBatch } from '../../src/systems/capnweb/server.ts';
import { CapnwebSession } from '../../src/systems/capnweb/check.ts';
import { checkKkrpc } from '../../src/systems/kkrpc/check.ts';
import { guardedIo } from '../../src/systems/kkrpc/server.ts';
import { sealed } from '../../src/systems/kkrpc/sealed.ts';
import { checkLumenize } from '../../src/systems/lumenize/check.ts';
import {
  handleRpcMessage,
  handleRpcRequest,
  sendDownstream,
} from '../../src/systems/lumenize/rpc/server.ts';
import { HeldCalls } from './held-calls.ts';
import {
  probeMethods,
  type ClientMethods,
  type Cursor,
} from '../../src/places/bench/probe-methods.ts';
import { answerRaw } from './route.ts';
import type { ProbeServer } from './server.ts';
import { probeServers } from './servers.ts';
import { ProbeCursor, ProbeService, type ProbeHost } from './service.ts';

const LUMENIZE = { prefix: '/bench/probe/lumenize', publicMethods: probeMethods };

/** Tells the floor's sockets from Lumenize's when they wake the object. */
const RAW = 'raw';

/** One object of the capability probes: each system serves the same service, in its own way. */
export class ProbeObject extends BenchObject {
  readonly #host: ProbeHost;
  /** For sockets that hibernate: what they call has no connection of its own. */
  readonly #shared: ProbeService;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#host = {
      life: crypto.randomUUID(),
      held: new HeldCalls(),
      kept: new Map(),
      tally: { counted: 0, released: 0, stopped: 0 },
      streams: new Set(),
      hibernatingSockets: () => ctx.getWebSockets().length,
      announce: async (name, payload) => {
        this.#ready(ctx.getWebSockets(name), payload);
        return Object.hasOwn(probeServers, name)
          ? this.#announce(name, payload)
          : sendDownstream(name, this, payload);
      },
      nativeCursor: async () => {
        const other = env.PROBE.get(env.PROBE.idFromName('native')) as unknown as ProbeObject;
        return other.cursor();
      },
    };
    this.#shared = new ProbeService(this.#host, this.budget);
  }

  /** For other objects, by the RPC built into Workers. */
  cursor(): Cursor {
    return new ProbeCursor();
  }

  protected override async serve(request: Request): Promise<Response> {
    const system = new URL(request.url).pathname.split('/')[3] ?? '';
    const isSocket = request.headers.get('Upgrade')?.toLowerCase() === 'websocket';
    if (system === 'lumenize') return this.#serveLumenize(request);
    const served = probeServers[system];
    if (served !== undefined) return this.#serve(system, served, request, isSocket);
    if (!isSocket) return this.#answerPost(request, system);
    const { 0: client, 1: server } = new WebSocketPair();
    if (system === 'raw-websocket') this.ctx.acceptWebSocket(server, this.tags(RAW));
    if (system === 'capnweb') this.#serveCapnweb(server);
    if (system === 'kkrpc') this.#serveKkrpc(server);
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Serves a system that has its probes in its own folder. */
  #serve(
    system: string,
    server: ProbeServer,
    request: Request,
    isSocket: boolean,
  ): Response | Promise<Response> {
    const { sockets } = server;
    if (!isSocket) return server.answer(request, this.#shared);
    if (sockets === undefined) return jsonError(404, 'not-found', `${system}: expected no socket`);
    const { 0: client, 1: socket } = new WebSocketPair();
    if (sockets.hibernating) this.ctx.acceptWebSocket(socket, this.tags(system));
    else {
      const take = (message: Message) => sockets.take(socket, message, this.#shared);
      this.acceptInMemory(socket, sockets.check, take);
      socket.addEventListener('close', () => sockets.close(socket));
    }
    return new Response(null, { status: 101, webSocket: client });
  }

  /** The server that a hibernating socket belongs to, of those that have their own folder. */
  #socketsOf(socket: WebSocket): ProbeServer['sockets'] {
    const tags = this.ctx.getTags(socket);
    return tags.map((tag) => probeServers[tag]).find((server) => server !== undefined)?.sockets;
  }

  /** Sends to the sockets of a system that has its own folder, by its name. */
  #announce(system: string, payload: unknown): number {
    const sockets = this.ctx.getWebSockets(system);
    return sockets.filter((each) => this.#socketsOf(each)?.announce?.(each, payload)).length;
  }

  /**
   * Counts what is announced for every socket that it goes to, and closes those that read nothing:
   * they hold what was sent to them, and share what one socket may hold.
   *
   * @throws RangeError where it is more than a message may make this object send
   */
  #ready(sockets: readonly WebSocket[], payload: unknown): void {
    const most = limits.socket.queuedBytes;
    for (const socket of sockets) {
      this.budget.charge(payload);
      if (socket.bufferedAmount * sockets.length <= most) continue;
      const { code, reason } = refusal(closeCodes.policy, 'socket.queuedBytes', most);
      this.end(socket, code, reason);
    }
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    this.#socketsOf(socket)?.close(socket);
    super.webSocketClose(socket, code);
  }

  override async webSocketMessage(socket: WebSocket, message: Message): Promise<void> {
    const sockets = this.#socketsOf(socket);
    if (sockets !== undefined) {
      const { check } = sockets;
      if (this.admit(socket, message, check)) sockets.take(socket, message, this.#shared);
      return;
    }
    const isRaw = this.ctx.getTags(socket).includes(RAW);
    if (!this.admit(socket, message, isRaw ? undefined : checkLumenize)) return;
    if (!isRaw) {
      await handleRpcMessage(socket, message, this, { ...LUMENIZE, target: this.#shared });
    } else {
      const text = typeof message === 'string' ? message : '';
      socket.send(await answerRaw(this.#shared, text));
    }
  }

  /** The object’s state for the library, which accepts its sockets itself: they have a ticket too. */
  #ticketed() {
    const { ctx } = this;
    return {
      acceptWebSocket: (socket: WebSocket, tags: string[] = []) =>
        ctx.acceptWebSocket(socket, this.tags(...tags)),
      getWebSockets: (tag?: string) => ctx.getWebSockets(tag),
      blockConcurrencyWhile: <Result>(work: () => Promise<Result>) =>
        ctx.blockConcurrencyWhile(work),
    };
  }

  async #serveLumenize(request: Request): Promise<Response> {
    const offered = request.headers.get('Sec-WebSocket-Protocol') ?? '';
    const most = limits.message.subprotocol;
    if (offered.length > most) {
      const got = `got ${offered.length} characters`;
      return jsonError(400, 'subprotocol', `subprotocol: ${got}, expected at most ${most}`);
    }
    let checked = request;
    if (request.method === 'POST') {
      const body = await textOf(request, checkLumenize);
      if (typeof body !== 'string') return body;
      checked = new Request(request.url, { method: 'POST', body });
    }
    const config = { ...LUMENIZE, target: this.#shared };
    const answer = await handleRpcRequest(checked, { ctx: this.#ticketed() }, config);
    return answer ?? new Response('not found', { status: 404 });
  }

  #serveCapnweb(socket: WebSocket): void {
    this.acceptInMemory(socket, new CapnwebSession().check);
    const client: ClientMethods = { clientName: () => remote.clientName() };
    const main = new ProbeService(this.#host, this.budget, client);
    const remote: ClientMethods = newWebSocketRpcSession<ClientMethods>(socket, main);
  }

  #serveKkrpc(socket: WebSocket): void {
    const client: ClientMethods = { clientName: () => remote.clientName() };
    const service = new ProbeService(this.#host, this.budget, client);
    const expose = sealed(service, probeMethods);
    const io = guardedIo(socket, ['request', 'response', 'callback'], (onMessage) =>
      this.acceptInMemory(socket, undefined, onMessage),
    );
    const remote = new RPCChannel<typeof expose, ClientMethods>(io, { expose }).getAPI();
  }

  async #answerPost(request: Request, system: string | undefined): Promise<Response> {
    if (system === 'capnweb' && request.method === 'POST') {
      return answerBatch(request, this.#shared, limits.answerSeconds.probes);
    }
    if (system !== 'kkrpc' || request.method !== 'POST') {
      return new Response('no calls over HTTP here', { status: 405 });
    }
    const body = await textOf(request, (text, costs) =>
      checkKkrpc(text.trim(), ['request'], costs),
    );
    if (typeof body !== 'string') return body;
    const io = new HTTPServerIO();
    new HttpChannel(io, { expose: sealed(this.#shared, probeMethods) });
    try {
      const headers = { 'Content-Type': 'application/json' };
      return await inTime(
        io.handleRequest(body).then((text) => new Response(text, { headers })),
        limits.answerSeconds.probes,
      );
    } catch {
      return unreadableBody('a request of kkrpc');
    }
  }
}
