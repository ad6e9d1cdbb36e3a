import { RPCChannel } from 'kkrpc/browser';
import { HTTPServerIO, RPCChannel as HttpChannel } from 'kkrpc/http';
import { inTime, textOf, unreadableBody } from '../../../bench-workers/guard/requests.ts';
import { limits } from '../../../bench-workers/limits.ts';
import type { ProbeServer } from '../../../bench-workers/probes/server.ts';
import type { ProbeService } from '../../../bench-workers/probes/service.ts';
import { type ClientMethods, probeMethods } from '../../service/methods.ts';
import { checkKkrpc } from './check.ts';
import { sealed } from './sealed.ts';
import { guardedIo } from './server.ts';

/** A channel over a socket that stays in memory, or one for each request that is posted. */
export const probeServer: ProbeServer = {
  answer: (request, { shared }) =>
    request.method === 'POST' ? answerPost(request, shared) : undefined,
  open: (_request, { upgrade, acceptInMemory, serviceFor }) =>
    upgrade((socket) => {
      const client: ClientMethods = { clientName: () => remote.clientName() };
      const expose = sealed(serviceFor(client), probeMethods);
      const io = guardedIo(socket, ['request', 'response', 'callback'], (onMessage) =>
        acceptInMemory(socket, undefined, onMessage),
      );
      const remote = new RPCChannel<typeof expose, ClientMethods>(io, { expose }).getAPI();
    }),
};

async function answerPost(request: Request, service: ProbeService): Promise<Response> {
  const body = await textOf(request, (text, costs) => checkKkrpc(text.trim(), ['request'], costs));
  if (typeof body !== 'string') return body;
  const io = new HTTPServerIO();
  new HttpChannel(io, { expose: sealed(service, probeMethods) });
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
