import { handleRpcMessage, handleRpcRequest, sendDownstream } from '#lumenize-rpc/library';
import { textOf } from '../../../bench-workers/guard/requests.ts';
import { jsonError } from '../../../bench-workers/http.ts';
import { limits } from '../../../bench-workers/limits.ts';
import type { ProbeServer, Serving } from '../../../bench-workers/probes/server.ts';
import { probeMethods } from '../../service/methods.ts';
import { SUBPROTOCOL } from '../lumenize/rpc/server.ts';
import { checkChains } from './check.ts';

const CONFIG = { prefix: '/bench/probe/lumenize-rpc', maxDepth: limits.message.steps };

/** Of what the methods answer with, and two that nobody has: what the library says to these is asked too. */
const members = ['next', 'end', 'position', 'whoami', 'name', 'address', 'city', 'label'];
const check = checkChains([...probeMethods, ...members, 'map', 'noSuchMethod']);

/** The library’s handlers for those who accept sockets themselves, each tagged with the name of its client. */
export const probeServer: ProbeServer = {
  async answer(request, { shared }) {
    const body = request.method === 'POST' ? await textOf(request, check) : undefined;
    if (typeof body === 'object') return body;
    const checked = new Request(request.url, { method: request.method, body: body ?? null });
    const answered = await handleRpcRequest(checked, shared, CONFIG);
    return answered ?? new Response('not found', { status: 404 });
  },
  open,
  sleeping: {
    check,
    take: (socket, message, { shared }) => handleRpcMessage(socket, message, shared, CONFIG),
    async announce(clientId, payload, serving) {
      await sendDownstream(clientId, serving, payload);
      return serving.ctx.getWebSockets(clientId).length;
    },
  },
};

function open(request: Request, { ctx }: Serving): Response {
  const offered = request.headers.get('Sec-WebSocket-Protocol') ?? '';
  const most = limits.message.subprotocol;
  if (offered.length > most) {
    const got = `got ${offered.length} characters`;
    return jsonError(400, 'subprotocol', `subprotocol: ${got}, expected at most ${most}`);
  }
  const [, clientId] = /lumenize\.rpc\.clientId\.([^\s,]+)/.exec(offered) ?? [];
  const { 0: client, 1: socket } = new WebSocketPair();
  ctx.acceptWebSocket(socket, clientId === undefined ? [] : [clientId]);
  // A question writes its frames by hand, over a socket that offers none.
  const headers = new Headers(offered === '' ? {} : { 'Sec-WebSocket-Protocol': SUBPROTOCOL });
  return new Response(null, { status: 101, webSocket: client, headers });
}
