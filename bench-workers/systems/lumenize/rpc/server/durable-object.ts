/** The protocol on a Durable Object: over WebSockets that hibernate, and over HTTP. */
import { answerFrame, type FrameAnswer } from './answer.ts';
import { encode } from '../protocol/codec.ts';
import type { Exposed } from './expose.ts';
import {
  CLIENT_ID_SUBPROTOCOL,
  DEFAULT_PREFIX,
  DOWNSTREAM_TYPE,
  frameType,
  SUBPROTOCOL,
} from '../protocol/protocol.ts';
import { readAddress } from './routing.ts';
import type { RpcLimits } from './run-chain.ts';

/** How an object is served. */
export interface RpcConfig extends RpcLimits {
  /** Address prefix, `__rpc` unless given. */
  prefix?: string;
  /** Methods that clients may call; nothing else of the object is within reach. */
  publicMethods: readonly string[];
  /** Whether a batch keeps every other event of the object waiting until it is answered. */
  blockConcurrency?: boolean;
}

/** What of a Durable Object's state the protocol uses. */
type RpcState = Pick<
  DurableObjectState,
  'acceptWebSocket' | 'getWebSockets' | 'getTags' | 'blockConcurrencyWhile'
>;

/** An object that is served, with the state that holds its sockets. */
export interface RpcHost {
  target: object;
  ctx: RpcState;
}

/**
 * Tag of the sockets that this protocol accepted. No client id can be it: an id travels in the name
 * of a subprotocol, which holds no space.
 */
const OWN_SOCKET = 'lumenize rpc';

/** Unsupported data (RFC 6455, section 7.4.1). */
const UNSUPPORTED = 1003;

function answer(
  host: RpcHost,
  text: string,
  config: RpcConfig,
): FrameAnswer | Promise<FrameAnswer> {
  const exposed: Exposed = { target: host.target, publicMethods: config.publicMethods };
  const type = frameType(config.prefix ?? DEFAULT_PREFIX);
  if (config.blockConcurrency !== true) return answerFrame(exposed, text, type, config);
  return host.ctx.blockConcurrencyWhile(async () => answerFrame(exposed, text, type, config));
}

/**
 * Answers a request to `{prefix}/{binding}/{instance}/call`: accepts a WebSocket, or answers a
 * batch that was posted. Undefined for an address that is not of this prefix.
 */
export async function handleRpcRequest(
  request: Request,
  host: RpcHost,
  config: RpcConfig,
): Promise<Response | undefined> {
  const address = readAddress(new URL(request.url).pathname, config.prefix);
  if (address === undefined) return undefined;
  if (address.rest !== 'call') {
    return new Response(`address: got "${address.rest}", expected "call"`, { status: 404 });
  }
  if (request.headers.get('Upgrade')?.toLowerCase() === 'websocket') {
    return acceptSocket(request, host.ctx);
  }
  if (request.method !== 'POST') {
    return new Response(`method: got ${request.method}, expected POST or a WebSocket`, {
      status: 405,
      headers: { Allow: 'POST' },
    });
  }
  const { text, failed, unreadable } = await answer(host, await request.text(), config);
  return new Response(text, {
    status: unreadable ? 400 : failed ? 500 : 200,
    headers: { 'Content-Type': 'application/json' },
  });
}

function acceptSocket(request: Request, ctx: RpcState): Response {
  const offered = (request.headers.get('Sec-WebSocket-Protocol') ?? '')
    .split(',')
    .map((name) => name.trim());
  const clientId = offered
    .find((name) => name.startsWith(CLIENT_ID_SUBPROTOCOL))
    ?.slice(CLIENT_ID_SUBPROTOCOL.length);
  const { 0: client, 1: server } = new WebSocketPair();
  ctx.acceptWebSocket(server, clientId === undefined ? [OWN_SOCKET] : [OWN_SOCKET, clientId]);
  if (clientId !== undefined) server.serializeAttachment({ clientId });
  const headers = new Headers();
  if (offered.includes(SUBPROTOCOL)) headers.set('Sec-WebSocket-Protocol', SUBPROTOCOL);
  return new Response(null, { status: 101, webSocket: client, headers });
}

/** Answers one message of a socket. A message of bytes closes the socket with code 1003. */
export async function handleRpcMessage(
  socket: WebSocket,
  message: string | ArrayBuffer,
  host: RpcHost,
  config: RpcConfig,
): Promise<void> {
  if (typeof message !== 'string') {
    socket.close(UNSUPPORTED, 'expected text frames');
    return;
  }
  const answered = answer(host, message, config);
  socket.send((answered instanceof Promise ? await answered : answered).text);
}

/**
 * Sends a message to every socket of some clients of a Durable Object without being asked.
 *
 * @returns how many sockets it went to
 */
export function sendDownstream(
  clientIds: string | readonly string[],
  object: object,
  payload: unknown,
): number {
  // Protected in the platform's own class, so that the type cannot ask for it.
  const ctx = Reflect.get(object, 'ctx') as Partial<RpcState> | undefined;
  if (ctx?.getWebSockets === undefined) {
    throw new TypeError('sendDownstream: got an object without ctx, expected a Durable Object');
  }
  const socketsOf = ctx.getWebSockets.bind(ctx);
  const text = encode({ type: DOWNSTREAM_TYPE, payload });
  const sockets = [clientIds].flat().flatMap((id) => socketsOf(id));
  for (const socket of sockets) socket.send(text);
  return sockets.length;
}

/** What a wrapped class may have of its own. */
interface OwnHandlers {
  fetch?(request: Request): Response | Promise<Response>;
  webSocketMessage?(socket: WebSocket, message: string | ArrayBuffer): void | Promise<void>;
}

type OwnClass = new (ctx: DurableObjectState, env: unknown) => OwnHandlers;

/**
 * Wraps a Durable Object class so that its public methods can be called. Requests of other
 * addresses, and messages of sockets that it accepted itself, go to the class's own handlers.
 */
export function lumenizeRpcDO<Class extends new (ctx: DurableObjectState, env: never) => object>(
  Class: Class,
  config: RpcConfig,
): Class {
  const Own = Class as unknown as OwnClass;
  const Served = class extends Own {
    readonly #host: RpcHost;

    constructor(ctx: DurableObjectState, env: unknown) {
      super(ctx, env);
      this.#host = { target: this, ctx };
    }

    override async fetch(request: Request): Promise<Response> {
      const answered = await handleRpcRequest(request, this.#host, config);
      if (answered !== undefined) return answered;
      return super.fetch?.(request) ?? new Response('not found', { status: 404 });
    }

    override async webSocketMessage(
      socket: WebSocket,
      message: string | ArrayBuffer,
    ): Promise<void> {
      // Both kinds of socket may hibernate in one object. The server's end of a socket does not
      // know its subprotocol, but keeps its tags.
      const own = this.#host.ctx.getTags(socket).includes(OWN_SOCKET);
      if (own || super.webSocketMessage === undefined) {
        await handleRpcMessage(socket, message, this.#host, config);
      } else {
        await super.webSocketMessage(socket, message);
      }
    }
  };
  Object.defineProperty(Served, 'name', { value: Class.name });
  return Served as unknown as Class;
}
