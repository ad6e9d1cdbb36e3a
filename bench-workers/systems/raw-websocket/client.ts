import { socketAddress, type Connect } from '../../../src/harness/plan/index.ts';
import { openSocket } from '../../../src/harness/run/index.ts';
import type { CounterOperations } from '../../operations.ts';
import { type Answer, type Call, PING, PONG } from './protocol.ts';
import { hibernating } from '../arms.ts';
import { rawWebSocket } from './system.ts';

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** Opens one socket and offers the counter over it. */
export function connect(arm: string): Connect<CounterOperations> {
  return async (options) => {
    const socket = await openSocket(
      new options.WebSocketClass(socketAddress(rawWebSocket, arm, options)),
    );
    const pending = new Map<number, Pending>();
    let pinged: (() => void) | undefined;
    let lastId = 0;

    socket.addEventListener('message', (event: MessageEvent<string>) => {
      if (event.data === PONG) return pinged?.();
      const answer = JSON.parse(event.data) as Answer;
      const call = pending.get(answer.id);
      pending.delete(answer.id);
      if ('error' in answer) call?.reject(toError(answer.error));
      else call?.resolve(answer.result);
    });
    socket.addEventListener('close', (event) => {
      const error = new Error(`the socket closed with code ${event.code}`);
      for (const call of pending.values()) call.reject(error);
      pending.clear();
    });

    const call = (method: string, args?: unknown[]): Promise<never> => {
      if (socket.readyState !== socket.OPEN) {
        return Promise.reject(new Error(`${method}: got a closed socket, expected an open one`));
      }
      const message: Call = { id: (lastId += 1), method, ...(args === undefined ? {} : { args }) };
      return new Promise<never>((resolve, reject) => {
        pending.set(message.id, { resolve, reject });
        socket.send(JSON.stringify(message));
      });
    };

    const increment = (amount: number): Promise<number> => call('increment', [amount]);
    const add = (a: number, b: number): Promise<number> => call('add', [a, b]);
    return {
      operations: {
        increment,
        getValue: () => call('getValue'),
        reset: () => call('reset'),
        echo: (value) => call('echo', [value]),
        add,
        async chain() {
          const start = await call('cursorStart');
          const next = await call('cursorNext', [start]);
          return call('cursorPosition', [next]);
        },
        async nested() {
          const [first, second] = await Promise.all([increment(1), increment(1)]);
          return add(first, second);
        },
        upload: (text) => call('upload', [text]),
        download: (length) => call('download', [length]),
        fail: () => call('fail'),
      },
      // Only a socket of the hibernation API answers by itself.
      ...(arm === hibernating.name && {
        roundTrip: () =>
          new Promise<void>((resolve) => {
            pinged = resolve;
            socket.send(PING);
          }),
      }),
      close: () => socket.close(),
    };
  };
}

function toError({ name, message }: { name: string; message: string }): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}
