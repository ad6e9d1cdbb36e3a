import { RPCChannel } from 'kkrpc/browser';
import type { BenchConnect } from '../../links/link.ts';
import { openSocket } from '../../links/socket.ts';
import { socketAddress } from '../system.ts';
import type { Called, Api } from '../../service/api.ts';
import { callMethod, counterByName, plainOperations } from '../../service/plain.ts';
import {
  type ClientMethods,
  serializationOf,
  type ServerMethods,
  settling,
  SocketIo,
} from './channel.ts';
import { kkrpc } from './system.ts';

/** A kkrpc channel over one socket, in the serialization that the arm is named after. */
export function connect(arm: string): BenchConnect<Api> {
  return async (options) => {
    const socket = await openSocket(new options.WebSocketClass(socketAddress(kkrpc, arm, options)));
    const given = new Map<number, Called>();
    const channel = new RPCChannel<ClientMethods, ServerMethods>(new SocketIo(socket), {
      expose: { run: (number, index) => (given.get(number) as Called)(index) },
      serialization: { version: serializationOf(arm) },
    });
    const settle = settling(socket);
    const counter = channel.getAPI();
    let last = 0;
    return {
      operations: plainOperations({
        ...counterByName((method, args) => settle(() => callMethod(counter, method, args))),
        async calledBack(count, call) {
          last += 1;
          const number = last;
          given.set(number, call);
          try {
            return await settle(() => counter.calledBack(count, number));
          } finally {
            given.delete(number);
          }
        },
      }),
      close: () => socket.close(),
    };
  };
}
