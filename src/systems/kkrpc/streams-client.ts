import { RPCChannel } from 'kkrpc/browser';
import { openSocket } from '../../links/open.ts';
import type { BenchConnect } from '../../links/options.ts';
import { socketAddress } from '../system.ts';
import {
  Receiving,
  type Shape,
  noStreamUp,
  type StreamOperations,
} from '../../service/items.ts';
import { streams } from '../../places/streams/list.ts';
import { settling, SocketIo } from './channel.ts';

interface Remote {
  down(shape: Shape, take: (item: string) => void): Promise<void>;
  passed(): Promise<number>;
}

/** A channel over one socket, over which a function is handed to the server. */
export function connect(arm: string): BenchConnect<StreamOperations> {
  return async (options) => {
    const socket = await openSocket(
      new options.WebSocketClass(socketAddress(streams, arm, options)),
    );
    const channel = new RPCChannel<object, Remote>(new SocketIo(socket), {
      serialization: { version: 'json' },
    });
    const settle = settling(socket);
    const remote = channel.getAPI();
    return {
      operations: {
        async down(shape) {
          const receiving = new Receiving(shape);
          await settle(() => remote.down(shape, (item) => receiving.take(item)));
          return receiving.received();
        },
        up: noStreamUp,
        passed: () => settle(() => remote.passed()),
      },
      close: () => socket.close(),
    };
  };
}
