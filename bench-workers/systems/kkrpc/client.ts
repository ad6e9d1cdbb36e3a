import { RPCChannel } from 'kkrpc/browser';
import { socketAddress, type Connect } from '../../../src/harness/plan/index.ts';
import { openSocket } from '../../../src/harness/run/index.ts';
import type { CounterMethods, CounterOperations } from '../../operations.ts';
import { serializationOf, SocketIo } from './channel.ts';
import { kkrpc } from './system.ts';

/**
 * Makes calls that are rejected when their socket closes, as are those made later: the library
 * leaves both pending for ever, and the contract of this bench asks for an end.
 */
function settling(socket: WebSocket) {
  const rejections = new Set<(reason: Error) => void>();
  socket.addEventListener('close', ({ code }) => {
    for (const reject of rejections) reject(new Error(`the socket closed with code ${code}`));
    rejections.clear();
  });
  return <Result>(call: () => Result): Promise<Awaited<Result>> => {
    if (socket.readyState !== socket.OPEN) {
      return Promise.reject(new Error('call: got a closed socket, expected an open one'));
    }
    return new Promise((resolve, reject) => {
      rejections.add(reject);
      Promise.resolve(call()).then(
        (result) => {
          rejections.delete(reject);
          resolve(result);
        },
        (reason: Error) => {
          rejections.delete(reject);
          reject(reason);
        },
      );
    });
  };
}

/** A kkrpc channel over one socket, in the serialization that the arm is named after. */
export function connect(arm: string): Connect<CounterOperations> {
  return async (options) => {
    const socket = await openSocket(new options.WebSocketClass(socketAddress(kkrpc, arm, options)));
    const channel = new RPCChannel<Record<string, never>, CounterMethods>(new SocketIo(socket), {
      serialization: { version: serializationOf(arm) },
    });
    const settle = settling(socket);
    const counter = channel.getAPI();

    const increment = (amount: number) => settle(() => counter.increment(amount));
    const add = (a: number, b: number) => settle(() => counter.add(a, b));
    return {
      operations: {
        increment,
        getValue: () => settle(() => counter.getValue()),
        reset: () => settle(() => counter.reset()),
        echo: <Value>(value: Value) => settle(() => counter.echo(value)) as Promise<Value>,
        add,
        async chain() {
          const start = await settle(() => counter.cursorStart());
          const next = await settle(() => counter.cursorNext(start));
          return settle(() => counter.cursorPosition(next));
        },
        async nested() {
          const [first, second] = await Promise.all([increment(1), increment(1)]);
          return add(first, second);
        },
        upload: (text) => settle(() => counter.upload(text)),
        download: (length) => settle(() => counter.download(length)),
        fail: () => settle(() => counter.fail()),
      },
      close: () => socket.close(),
    };
  };
}
