import { once } from 'node:events';
import { createConnection } from 'node:net';
import { NodeIo } from 'kkrpc';
import { kkrpcOver } from './kkrpc.ts';
import { meterStreams } from './metered.ts';
import type { Open } from './opened.ts';

/** Over a Unix socket: the library has no adapter of that name, and NodeIo takes any pair of streams. */
export const open: Open = async (child, meter) => {
  const socket = createConnection(await child.listening());
  await child.before(once(socket, 'connect'));
  meterStreams(socket, socket, meter);
  const { operations, settling } = kkrpcOver(new NodeIo(socket, socket), child.ended);
  return {
    operations,
    close() {
      settling.end('the connection is closed');
      socket.destroy();
    },
  };
};
