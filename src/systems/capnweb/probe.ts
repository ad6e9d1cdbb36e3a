import { newWebSocketRpcSession } from 'capnweb';
import { limits } from '../../../bench-workers/limits.ts';
import type { ProbeServer } from '../../../bench-workers/probes/server.ts';
import type { ClientMethods } from '../../service/methods.ts';
import { CapnwebSession } from './check.ts';
import { answerBatch } from './server.ts';

/** A session over a socket that stays in memory, or one for each batch that is posted. */
export const probeServer: ProbeServer = {
  answer: (request, { shared }) =>
    request.method === 'POST'
      ? answerBatch(request, shared, limits.answerSeconds.probes)
      : undefined,
  open: (_request, { upgrade, acceptInMemory, serviceFor }) =>
    upgrade((socket) => {
      acceptInMemory(socket, new CapnwebSession().check);
      const main = serviceFor({ clientName: () => remote.clientName() });
      const remote: ClientMethods = newWebSocketRpcSession<ClientMethods>(socket, main);
    }),
};
