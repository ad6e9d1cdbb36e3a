import { ensure } from '../../../bench-workers/guard/message.ts';
import type { Check } from '../../../bench-workers/guard/socket-guard.ts';
import { limits } from '../../../bench-workers/limits.ts';
import type { ProbeServer } from '../../../bench-workers/probes/server.ts';
import { answerBatch } from './server.ts';
import { checkTrpc, TrpcConnection } from './connection.ts';
import { probeRouter, type ProbeRouter } from './probe-router.ts';

/** Each subscription of a message is an iterator, or an error that is answered at length. */
const checkProbe: Check = (text, costs) => {
  const most = limits.message.subscriptions;
  const subscriptions = text.split('"subscription"', most + 2).length - 1;
  ensure('message.subscriptions', subscriptions, most);
  checkTrpc(text, costs);
};

const connections = new WeakMap<WebSocket, TrpcConnection<ProbeRouter>>();

export const probeServer: ProbeServer = {
  answer: (request, service) =>
    answerBatch(request, probeRouter, { service }, limits.answerSeconds.probes),
  sockets: {
    hibernating: false,
    check: checkProbe,
    take(socket, message, service) {
      let connection = connections.get(socket);
      if (connection === undefined) {
        connection = new TrpcConnection(probeRouter, { service }, (text) => socket.send(text));
        connections.set(socket, connection);
      }
      connection.message(typeof message === 'string' ? message : '');
    },
    close: (socket) => connections.get(socket)?.close(),
  },
};
