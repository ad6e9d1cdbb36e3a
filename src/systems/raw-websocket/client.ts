import { openSocket } from '../../places/bench/open-socket.ts';
import { socketAddress } from '../../places/bench/system.ts';
import type { BenchConnect } from '../../places/bench/options.ts';
import type { Called, CounterOperations } from '../../places/bench/operations.ts';
import { hibernating } from '../../places/bench/arms.ts';
import { plainOperations } from '../../places/bench/plain.ts';
import {
  type Answer,
  type Call,
  type Callback,
  type CallbackAnswer,
  PING,
  PONG,
} from './protocol.ts';
import { rawWebSocket } from './system.ts';

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
  /** The function that the server may call until it answers. */
  called: Called | undefined;
}

/** Opens one socket and offers the counter over it. */
export function connect(arm: string): BenchConnect<CounterOperations> {
  return async (options) => {
    const socket = await openSocket(
      new options.WebSocketClass(socketAddress(rawWebSocket, arm, options)),
    );
    const pending = new Map<number, Pending>();
    let pinged: (() => void) | undefined;
    let lastId = 0;

    const answerTo = ({ callback, of, index }: Callback): CallbackAnswer => {
      try {
        return { callback, result: pending.get(of)?.called?.(index) };
      } catch (error) {
        return { callback, error: String(error) };
      }
    };
    socket.addEventListener('message', (event: MessageEvent<string>) => {
      if (event.data === PONG) return pinged?.();
      const message = JSON.parse(event.data) as Answer | Callback;
      if ('callback' in message) return socket.send(JSON.stringify(answerTo(message)));
      const call = pending.get(message.id);
      pending.delete(message.id);
      if ('error' in message) call?.reject(toError(message.error));
      else call?.resolve(message.result);
    });
    socket.addEventListener('close', (event) => {
      const error = new Error(`the socket closed with code ${event.code}`);
      for (const call of pending.values()) call.reject(error);
      pending.clear();
    });

    const call = (method: string, args?: unknown[], called?: Called): Promise<never> => {
      if (socket.readyState !== socket.OPEN) {
        return Promise.reject(new Error(`${method}: got a closed socket, expected an open one`));
      }
      const message: Call = { id: (lastId += 1), method, ...(args === undefined ? {} : { args }) };
      return new Promise<never>((resolve, reject) => {
        pending.set(message.id, { resolve, reject, called });
        socket.send(JSON.stringify(message));
      });
    };

    return {
      operations: plainOperations({
        increment: (amount) => call('increment', [amount]),
        getValue: () => call('getValue'),
        reset: () => call('reset'),
        echo: (value) => call('echo', [value]),
        add: (a, b) => call('add', [a, b]),
        upload: (text) => call('upload', [text]),
        download: (length) => call('download', [length]),
        fail: () => call('fail'),
        cursorStart: () => call('cursorStart'),
        cursorNext: (position) => call('cursorNext', [position]),
        cursorPosition: (position) => call('cursorPosition', [position]),
        ids: (first) => call('ids', [first]),
        nameOf: (id) => call('nameOf', [id]),
        calledBack: (count, called) => call('calledBack', [count], called),
      }),
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
