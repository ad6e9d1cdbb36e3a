import { RPCChannel } from 'kkrpc/browser';
import { openSocket } from '../../places/bench/open.ts';
import type { BenchConnect } from '../../places/bench/options.ts';
import { socketAddress } from '../../places/bench/system.ts';
import {
  Receiving,
  type Shape,
  noStreamUp,
  type StreamOperations,
} from '../../places/streams/items.ts';
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
