import { textOf } from '../../../bench-workers/guard/requests.ts';
import { jsonError } from '../../../bench-workers/http.ts';
import { limits } from '../../../bench-workers/limits.ts';
import type { ProbeServer, Serving } from '../../../bench-workers/probes/server.ts';
import { probeMethods } from '../../service/methods.ts';
import { checkLumenize } from './check.ts';
import { handleRpcMessage, handleRpcRequest, sendDownstream } from './rpc/server.ts';

const CONFIG = { prefix: '/bench/probe/lumenize', publicMethods: probeMethods };

/** The library accepts its sockets itself, and answers what is posted. */
export const probeServer: ProbeServer = {
  answer,
  open: answer,
  sleeping: {
    check: checkLumenize,
    take: (socket, message, serving) =>
      handleRpcMessage(socket, message, serving, { ...CONFIG, target: serving.shared }),
    announce: (clientId, payload, serving) => sendDownstream(clientId, serving, payload),
  },
};

async function answer(request: Request, serving: Serving): Promise<Response> {
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
  const config = { ...CONFIG, target: serving.shared };
  const answered = await handleRpcRequest(checked, serving, config);
  return answered ?? new Response('not found', { status: 404 });
}
