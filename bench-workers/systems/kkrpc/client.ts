import { RPCChannel } from 'kkrpc/browser';
import { socketAddress, type Connect } from '../../../src/harness/plan/index.ts';
import { openSocket } from '../../../src/harness/run/index.ts';
import type { CounterMethods, CounterOperations } from '../../operations.ts';
import { serializationOf, SocketIo } from './channel.ts';
import { kkrpc } from './system.ts';

/**
 * Rejects the calls that are under way when their socket closes, and those made later: the library
 * leaves both pending for ever, and the contract of this bench asks for an end.
 */
export class PendingCalls {
  readonly #socket: WebSocket;
  readonly #rejections = new Set<(reason: Error) => void>();

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('close', ({ code }) => {
      for (const reject of this.#rejections) {
        reject(new Error(`the socket closed with code ${code}`));
      }
      this.#rejections.clear();
    });
  }

  /** Makes a call; settles as it does, or rejects once the socket is closed. */
  settle<Result>(call: () => Result): Promise<Awaited<Result>> {
    if (this.#socket.readyState !== this.#socket.OPEN) {
      return Promise.reject(new Error('call: got a closed socket, expected an open one'));
    }
    return new Promise((resolve, reject) => {
      this.#rejections.add(reject);
      Promise.resolve(call()).then(
        (result) => {
          this.#rejections.delete(reject);
          resolve(result);
        },
        (reason: Error) => {
          this.#rejections.delete(reject);
          reject(reason);
        },
      );
    });
  }
}

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
