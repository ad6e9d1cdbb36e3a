import { closeCodes, limits } from '../../../bench-workers/limits.ts';
import type { StreamServer } from '../../../bench-workers/probes/server.ts';
import { answerBatch } from './server.ts';
import { checkTrpc, TrpcConnection } from './connection.ts';
import { streamRouter } from './streams-router.ts';

export const streamServer: StreamServer = {
  answer: (request, { streams }) =>
    answerBatch(request, streamRouter, { streams }, limits.answerSeconds.arms),
  open: (_request, { upgrade, acceptInMemory, streams }) =>
    upgrade((socket) => {
      const connection = new TrpcConnection(streamRouter, { streams }, (text) => socket.send(text));
      acceptInMemory(socket, checkTrpc, (message) => {
        if (typeof message === 'string') connection.message(message);
        else socket.close(closeCodes.unsupported, 'expected text frames');
      });
      socket.addEventListener('close', () => connection.close());
    }),
};
