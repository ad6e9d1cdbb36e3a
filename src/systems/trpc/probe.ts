import { ensure } from '../../../bench-workers/guard/message.ts';
import type { Check } from '../../../bench-workers/guard/socket-guard.ts';
import { limits } from '../../../bench-workers/limits.ts';
import type { ProbeServer } from '../../../bench-workers/probes/server.ts';
import { answerBatch } from './server.ts';
import { checkSuperjsonInput, checkTrpcSuperjson, TrpcConnection } from './connection.ts';
import { probeRouter } from './probe-router.ts';

/** Each subscription of a message is an iterator, or an error that is answered at length. */
const checkProbe: Check = (text, costs) => {
  const most = limits.message.subscriptions;
  const subscriptions = text.split('"subscription"', most + 2).length - 1;
  ensure('message.subscriptions', subscriptions, most);
  checkTrpcSuperjson(text, costs);
};

export const probeServer: ProbeServer = {
  answer(request, { shared }) {
    const isBatch = new URL(request.url).searchParams.get('batch') === '1';
    const check = checkSuperjsonInput(isBatch);
    return answerBatch(request, probeRouter, { service: shared }, limits.answerSeconds.probes, {
      check,
    });
  },
  open: (_request, { upgrade, acceptInMemory, shared }) =>
    upgrade((socket) => {
      const context = { service: shared };
      const connection = new TrpcConnection(probeRouter, context, (text) => socket.send(text));
      acceptInMemory(socket, checkProbe, (message) =>
        connection.message(typeof message === 'string' ? message : ''),
      );
      socket.addEventListener('close', () => connection.close());
    }),
};
