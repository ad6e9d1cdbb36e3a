import { RPCChannel } from 'kkrpc/browser';
import type { StreamServer } from '../../../bench-workers/probes/server.ts';
import { guardedIo } from './server.ts';
import { sealed } from './sealed.ts';

const names = ['down', 'passed'] as const;

export const streamServer: StreamServer = {
  open: (_request, { upgrade, acceptInMemory, streams }) =>
    upgrade((socket) => {
      const service = {
        /** Calls a function with each item, by the library’s own messages for that. */
        async down(asked: unknown, take: (item: string) => void): Promise<void> {
          for await (const item of streams.down(asked)) take(item);
        },
        passed: () => streams.passed(),
      };
      const io = guardedIo(socket, ['request'], (onMessage) =>
        acceptInMemory(socket, undefined, onMessage),
      );
      new RPCChannel(io, { expose: sealed(service, names), serialization: { version: 'json' } });
    }),
};
