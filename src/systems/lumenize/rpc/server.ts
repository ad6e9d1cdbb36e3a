import { encode } from './protocol/codec.ts';
import {
  CLIENT_ID_SUBPROTOCOL,
  DEFAULT_PREFIX,
  DOWNSTREAM_TYPE,
  frameType,
  SUBPROTOCOL,
} from './protocol/protocol.ts';
import { answerFrame, answerOwnFrame, type FrameAnswer } from './server/answer.ts';
import type { Exposed, RpcLimits } from './server/expose.ts';
import { behindPrefix } from './server/routing.ts';

/** How an object is served. */
export interface RpcConfig extends RpcLimits {
  /** Address prefix, `__rpc` unless given. */
  prefix?: string;
  /** Methods and getters that clients may reach; nothing else of the object is within reach. */
  publicMethods: readonly string[];
  /** Whether a batch keeps every other event of the object waiting until it is answered. */
  blockConcurrency?: boolean;
  /** What has the public methods, the object itself unless given. */
  target?: object;
}

/** What of a Durable Object's state the protocol uses. */
type RpcState = Pick<
  DurableObjectState,
  'acceptWebSocket' | 'getWebSockets' | 'blockConcurrencyWhile'
>;

/**
 * The state of a Durable Object. It is protected in the platform's own class, so that no type can
 * ask for it.
 *
 * @throws TypeError where there is none
 */
function stateOf(object: object): RpcState {
  const ctx: unknown = Reflect.get(object, 'ctx');
  if (typeof ctx === 'object' && ctx !== null) return ctx as RpcState;
  throw new TypeError('object: got one without ctx, expected a Durable Object');
}

type Answering = FrameAnswer | Promise<FrameAnswer>;

/** Answers a frame, alone where the object was configured so. */
function answered(
  object: object,
  { target = object, publicMethods, blockConcurrency }: RpcConfig,
  answer: (exposed: Exposed) => Answering | undefined,
): Answering | Promise<FrameAnswer | undefined> | undefined {
  const exposed: Exposed = { target, publicMethods };
  if (blockConcurrency !== true) return answer(exposed);
  return stateOf(object).blockConcurrencyWhile(async () => answer(exposed));
}

/**
 * Answers a request to an address that begins with the prefix and ends in `call`: accepts a
 * WebSocket, or answers a batch that was posted. Undefined for an address that does not begin so.
 *
 * @param object the Durable Object, as a rule `this`
 */
export async function handleRpcRequest(
  request: Request,
  object: object,
  config: RpcConfig,
): Promise<Response | undefined> {
  const rest = behindPrefix(new URL(request.url).pathname, config.prefix ?? DEFAULT_PREFIX);
  if (rest === undefined) return undefined;
  const last = rest.slice(rest.lastIndexOf('/') + 1);
  if (last !== 'call') {
    return new Response(`address: got "${last}" at its end, expected "call"`, { status: 404 });
  }
  if (request.headers.get('Upgrade')?.toLowerCase() === 'websocket') {
    return acceptSocket(request, stateOf(object));
  }
  if (request.method !== 'POST') {
    return new Response('Method not allowed', {
      status: 405,
      headers: { Allow: 'POST' },
    });
  }
  const body = await request.text();
  const answer = await answered(object, config, (exposed) =>
    answerFrame(exposed, body, undefined, config),
  );
  return new Response(answer?.text, {
    status: answer?.unreadable ? 400 : answer?.failed ? 500 : 200,
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
  // Users broadcast to every tag that they find: another would be a client that does not exist.
  ctx.acceptWebSocket(server, clientId ? [clientId] : []);
  if (clientId) server.serializeAttachment({ clientId });
  const headers = new Headers();
  if (offered.includes(SUBPROTOCOL)) headers.set('Sec-WebSocket-Protocol', SUBPROTOCOL);
  return new Response(null, { status: 101, webSocket: client, headers });
}

/**
 * Answers one message of a socket, so that it can carry messages of another kind too.
 *
 * @param object the Durable Object, as a rule `this`
 * @returns false for a message that is none of this protocol
 */
export async function handleRpcMessage(
  socket: WebSocket,
  message: string | ArrayBuffer,
  object: object,
  config: RpcConfig,
): Promise<boolean> {
  if (typeof message !== 'string') return false;
  const type = frameType(config.prefix ?? DEFAULT_PREFIX);
  const answer = await answered(object, config, (exposed) =>
    answerOwnFrame(exposed, message, type, config),
  );
  if (answer === undefined) return false;
  socket.send(answer.text);
  return true;
}

/**
 * Sends a message to every socket of some clients of a Durable Object without being asked. It
 * neither waits for a client that is away nor remembers the message for it.
 *
 * @returns how many sockets it went to
 */
export async function sendDownstream(
  clientIds: string | readonly string[],
  object: object,
  payload: unknown,
): Promise<number> {
  const ctx = stateOf(object);
  const text = encode({ type: DOWNSTREAM_TYPE, payload }, object);
  const sockets = new Set([clientIds].flat().flatMap((id) => ctx.getWebSockets(id)));
  let reached = 0;
  for (const socket of sockets) {
    try {
      socket.send(text);
      reached += 1;
    } catch {
      // It is closing; the others are none the worse for it.
    }
  }
  return Promise.resolve(reached);
}

/** What a wrapped class may have of its own. */
interface OwnHandlers {
  fetch?(request: Request): Response | Promise<Response>;
  webSocketMessage?(socket: WebSocket, message: string | ArrayBuffer): void | Promise<void>;
  webSocketClose?(...closed: Closed): void | Promise<void>;
}

type Closed = [socket: WebSocket, code: number, reason: string, wasClean: boolean];

type OwnClass = new (ctx: DurableObjectState, env: unknown) => OwnHandlers;

/**
 * Wraps a Durable Object class so that its public methods can be called. Requests of other
 * addresses, and messages of another kind, go to the class's own handlers.
 *
 * @throws TypeError where it is given no class
 */
export function lumenizeRpcDO<Class extends new (ctx: DurableObjectState, env: never) => object>(
  Class: Class,
  config: RpcConfig,
): Class {
  if (typeof Class !== 'function') {
    throw new TypeError(`lumenizeRpcDO: got ${typeof Class}, expected a Durable Object class`);
  }
  const Own = Class as unknown as OwnClass;
  const Served = class extends Own {
    override async fetch(request: Request): Promise<Response> {
      const answer = await handleRpcRequest(request, this, config);
      if (answer !== undefined) return answer;
      return super.fetch?.(request) ?? new Response('not found', { status: 404 });
    }

    override async webSocketMessage(
      socket: WebSocket,
      message: string | ArrayBuffer,
    ): Promise<void> {
      if (await handleRpcMessage(socket, message, this, config)) return;
      await super.webSocketMessage?.(socket, message);
    }

    /** As the published library: the end of a socket is the class’s own business. */
    override async webSocketClose(...closed: Closed): Promise<void> {
      await super.webSocketClose?.(...closed);
    }
  };
  Object.defineProperty(Served, 'name', { value: Class.name });
  return Served as unknown as Class;
}

/** The server half: on a Durable Object as a whole, or by hand. */
export { answerFrame, answerOwnFrame, type FrameAnswer } from './server/answer.ts';
export { declarePublicFunction, declarePublicMembers } from './server/expose.ts';
export { SUBPROTOCOL } from './protocol/protocol.ts';
export type { Cors } from './server/routing.ts';
export { MissingInstanceNameError, routeDORequest, type RouteOptions } from './server/routing.ts';
