import { encode } from './protocol/codec.ts';
import {
  CLIENT_ID_SUBPROTOCOL,
  DEFAULT_PREFIX,
  DOWNSTREAM_TYPE,
  frameType,
  SUBPROTOCOL,
} from './protocol/protocol.ts';
import { answerFrame, answerOwnFrame } from './server/answer.ts';
import type { Exposed, RpcLimits } from './server/expose.ts';

/** How an object is served. */
export interface RpcConfig extends RpcLimits {
  /** Address prefix, `__rpc` unless given. */
  prefix?: string;
  /** Methods and getters that clients may reach; nothing else of the object is within reach. */
  publicMethods: readonly string[];
  /** What has the public methods, the object itself unless given. */
  target?: object;
}

/** What of a Durable Object's state the protocol uses. */
type RpcState = Pick<DurableObjectState, 'acceptWebSocket' | 'getWebSockets'>;

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

/** The part of an object that clients may reach. */
function exposedOf(object: object, { target = object, publicMethods }: RpcConfig): Exposed {
  return { target, publicMethods };
}

/** What follows a prefix in a path, without its first slash; undefined where it does not begin so. */
function behindPrefix(pathname: string, prefix: string): string | undefined {
  const start = `/${frameType(prefix)}/`;
  return pathname.startsWith(start) ? pathname.slice(start.length) : undefined;
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
  const answer = await answerFrame(exposedOf(object, config), body, undefined, config);
  return new Response(answer.text, {
    status: answer.unreadable ? 400 : answer.failed ? 500 : 200,
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
  const answer = await answerOwnFrame(exposedOf(object, config), message, type, config);
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

/** The server half. */
export { answerFrame, answerOwnFrame, type FrameAnswer } from './server/answer.ts';
export { declarePublicFunction, declarePublicMembers } from './server/expose.ts';
export { SUBPROTOCOL } from './protocol/protocol.ts';
