import { RPCChannel } from 'kkrpc/browser';
import { openSocket } from '../../places/bench/open-socket.ts';
import { socketAddress } from '../../places/bench/system.ts';
import type { BenchConnect } from '../../places/bench/options.ts';
import type { Called, CounterOperations } from '../../places/bench/operations.ts';
import { plainOperations } from '../../places/bench/plain.ts';
import { type ClientMethods, serializationOf, type ServerMethods, SocketIo } from './channel.ts';
import { settling } from './settling.ts';
import { kkrpc } from './system.ts';

/** A kkrpc channel over one socket, in the serialization that the arm is named after. */
export function connect(arm: string): BenchConnect<CounterOperations> {
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
        increment: (amount) => settle(() => counter.increment(amount)),
        getValue: () => settle(() => counter.getValue()),
        reset: () => settle(() => counter.reset()),
        echo: (value) => settle(() => counter.echo(value)),
        add: (a, b) => settle(() => counter.add(a, b)),
        upload: (text) => settle(() => counter.upload(text)),
        download: (length) => settle(() => counter.download(length)),
        fail: () => settle(() => counter.fail()),
        cursorStart: () => settle(() => counter.cursorStart()),
        cursorNext: (position) => settle(() => counter.cursorNext(position)),
        cursorPosition: (position) => settle(() => counter.cursorPosition(position)),
        ids: (first) => settle(() => counter.ids(first)),
        nameOf: (id) => settle(() => counter.nameOf(id)),
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
