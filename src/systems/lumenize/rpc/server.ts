import { arePlain, encode, encodePlain } from './protocol/codec.ts';
import {
  CLIENT_ID_SUBPROTOCOL,
  DEFAULT_PREFIX,
  DOWNSTREAM_TYPE,
  frameType,
  SUBPROTOCOL,
} from './protocol/protocol.ts';
import { answerFrame, answerOwnFrame } from './server/answer.ts';

/** How an object is served. */
export interface RpcConfig {
  /** Address prefix, `__rpc` unless given. */
  prefix?: string;
  /** Methods and getters that clients may reach; nothing else of the object is within reach. */
  publicMethods: readonly string[];
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

/**
 * Answers a request to an address that begins with the prefix and ends in `call`: accepts a
 * WebSocket, or answers a batch that was posted. Undefined for an address that does not begin so.
 *
 * @param target the Durable Object, as a rule `this`
 */
export async function handleRpcRequest(
  request: Request,
  target: object,
  { prefix = DEFAULT_PREFIX, publicMethods }: RpcConfig,
): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith(`/${frameType(prefix)}/`)) return undefined;
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  if (last !== 'call') {
    return new Response(`address: got "${last}" at its end, expected "call"`, { status: 404 });
  }
  if (request.headers.get('Upgrade')?.toLowerCase() === 'websocket') {
    return acceptSocket(request, stateOf(target));
  }
  if (request.method !== 'POST') {
    return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
  }
  const answer = await answerFrame({ target, publicMethods }, await request.text(), undefined);
  return new Response(answer.text, {
    status: answer.unreadable ? 400 : answer.failed ? 500 : 200,
    headers: { 'Content-Type': 'application/json' },
  });
}

function acceptSocket(request: Request, ctx: RpcState): Response {
  const offered = request.headers.get('Sec-WebSocket-Protocol')?.split(/\s*,\s*/) ?? [];
  const named = offered.find((name) => name.startsWith(CLIENT_ID_SUBPROTOCOL));
  const clientId = named?.slice(CLIENT_ID_SUBPROTOCOL.length);
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
 * @param target the Durable Object, as a rule `this`
 * @returns false for a message that is none of this protocol
 */
export async function handleRpcMessage(
  socket: WebSocket,
  message: string | ArrayBuffer,
  target: object,
  { prefix = DEFAULT_PREFIX, publicMethods }: RpcConfig,
): Promise<boolean> {
  if (typeof message !== 'string') return false;
  const answer = await answerOwnFrame({ target, publicMethods }, message, frameType(prefix));
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
  const message = { type: DOWNSTREAM_TYPE, payload };
  const text = arePlain([payload]) ? encodePlain(message) : encode(message, object);
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
export { answerFrame, answerOwnFrame } from './server/answer.ts';
export { declarePublicFunction, declarePublicMembers } from './server/expose.ts';
export { SUBPROTOCOL } from './protocol/protocol.ts';
