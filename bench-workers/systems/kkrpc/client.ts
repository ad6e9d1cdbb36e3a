import { RPCChannel } from 'kkrpc/browser';
import { openSocket } from '../../../src/harness/open-socket.ts';
import { socketAddress, type Connect } from '../../../src/harness/study.ts';
import type { CounterMethods, CounterOperations } from '../../operations.ts';
import { PendingCalls } from './pending-calls.ts';
import { serializationOf } from './serialization.ts';
import { SocketIo } from './socket-io.ts';
import { kkrpc } from './system.ts';

/** A kkrpc channel over one socket, in the serialization that the arm is named after. */
export function connect(arm: string): Connect<CounterOperations> {
  return async (options) => {
    const socket = await openSocket(new options.WebSocketClass(socketAddress(kkrpc, arm, options)));
    const channel = new RPCChannel<Record<string, never>, CounterMethods>(new SocketIo(socket), {
      serialization: { version: serializationOf(arm) },
    });
    const calls = new PendingCalls(socket);
    const counter = channel.getAPI();

    const increment = (amount: number) => calls.settle(() => counter.increment(amount));
    const add = (a: number, b: number) => calls.settle(() => counter.add(a, b));
    return {
      operations: {
        increment,
        getValue: () => calls.settle(() => counter.getValue()),
        reset: () => calls.settle(() => counter.reset()),
        echo: <Value>(value: Value) => calls.settle(() => counter.echo(value)) as Promise<Value>,
        add,
        async chain() {
          const start = await calls.settle(() => counter.cursorStart());
          const next = await calls.settle(() => counter.cursorNext(start));
          return calls.settle(() => counter.cursorPosition(next));
        },
        async nested() {
          const [first, second] = await Promise.all([increment(1), increment(1)]);
          return add(first, second);
        },
        upload: (text) => calls.settle(() => counter.upload(text)),
        download: (length) => calls.settle(() => counter.download(length)),
        fail: () => calls.settle(() => counter.fail()),
      },
      close: () => socket.close(),
    };
  };
}
