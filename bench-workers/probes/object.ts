import { newWorkersRpcResponse, newWebSocketRpcSession } from 'capnweb';
import { RPCChannel } from 'kkrpc/browser';
import { HTTPServerIO, RPCChannel as HttpChannel } from 'kkrpc/http';
import type { Env } from '../env.ts';
import { BenchObject, type Message } from '../object.ts';
import { SocketIo } from '../systems/kkrpc/channel.ts';
import { sealed } from '../systems/kkrpc/sealed.ts';
import {
  handleRpcMessage,
  handleRpcRequest,
  sendDownstream,
} from '../systems/lumenize/rpc/server.ts';
import { HeldCalls } from './held-calls.ts';
import { probeMethods, type ClientMethods, type Cursor } from './methods.ts';
import { answerRaw } from './route.ts';
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
      tally: { counted: 0, released: 0 },
      hibernatingSockets: () => ctx.getWebSockets().length,
      announce: (clientId, payload) => sendDownstream(clientId, this, payload),
      nativeCursor: async () => {
        const other = env.PROBE.get(env.PROBE.idFromName('native')) as unknown as ProbeObject;
        return other.cursor();
      },
    };
    this.#shared = new ProbeService(this.#host);
  }

  /** For other objects, by the RPC built into Workers. */
  cursor(): Cursor {
    return new ProbeCursor();
  }

  override async fetch(request: Request): Promise<Response> {
    this.enter(request);
    const system = new URL(request.url).pathname.split('/')[3];
    const isSocket = request.headers.get('Upgrade')?.toLowerCase() === 'websocket';
    if (system === 'lumenize') {
      const host = { target: this.#shared, ctx: this.#ticketed() };
      const answer = await handleRpcRequest(request, host, LUMENIZE);
      return answer ?? new Response('not found', { status: 404 });
    }
    if (!isSocket) return this.#answerPost(request, system);
    const { 0: client, 1: server } = new WebSocketPair();
    if (system === 'raw-websocket') this.ctx.acceptWebSocket(server, this.tags(RAW));
    else this.acceptInMemory(server);
    if (system === 'capnweb') this.#serveCapnweb(server);
    if (system === 'kkrpc') this.#serveKkrpc(server);
    return new Response(null, { status: 101, webSocket: client });
  }

  override async webSocketMessage(socket: WebSocket, message: Message): Promise<void> {
    if (!this.admit(socket, message)) return;
    if (!this.ctx.getTags(socket).includes(RAW)) {
      const host = { target: this.#shared, ctx: this.ctx };
      await handleRpcMessage(socket, message, host, LUMENIZE);
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
      getTags: (socket: WebSocket) => ctx.getTags(socket),
      blockConcurrencyWhile: <Result>(work: () => Promise<Result>) =>
        ctx.blockConcurrencyWhile(work),
    };
  }

  #serveCapnweb(socket: WebSocket): void {
    const client: ClientMethods = { clientName: () => remote.clientName() };
    const main = new ProbeService(this.#host, client);
    const remote: ClientMethods = newWebSocketRpcSession<ClientMethods>(socket, main);
  }

  #serveKkrpc(socket: WebSocket): void {
    const client: ClientMethods = { clientName: () => remote.clientName() };
    const expose = sealed(new ProbeService(this.#host, client), probeMethods);
    const channel = new RPCChannel<typeof expose, ClientMethods>(new SocketIo(socket), { expose });
    const remote = channel.getAPI();
  }

  async #answerPost(request: Request, system: string | undefined): Promise<Response> {
    if (system === 'capnweb') return newWorkersRpcResponse(request, this.#shared);
    if (system === 'kkrpc') {
      const io = new HTTPServerIO();
      new HttpChannel(io, { expose: sealed(this.#shared, probeMethods) });
      const headers = { 'Content-Type': 'application/json' };
      return new Response(await io.handleRequest(await request.text()), { headers });
    }
    return new Response('no calls over HTTP here', { status: 405 });
  }
}
