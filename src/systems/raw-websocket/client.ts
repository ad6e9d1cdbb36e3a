import { openSocket } from '../../links/open.ts';
import { hibernating, socketAddress } from '../system.ts';
import type { BenchConnect } from '../../links/options.ts';
import type { Called, CounterOperations } from '../../service/api.ts';
import { counterByName, plainOperations } from '../../service/plain.ts';
import { Pending, toError } from '../../places/peers/by-hand.ts';
import {
  type Answer,
  type Call,
  type Callback,
  type CallbackAnswer,
  PING,
  PONG,
} from './protocol.ts';
import { rawWebSocket } from './system.ts';

/** Opens one socket and offers the counter over it. */
export function connect(arm: string): BenchConnect<CounterOperations> {
  return async (options) => {
    const socket = await openSocket(
      new options.WebSocketClass(socketAddress(rawWebSocket, arm, options)),
    );
    const pending = new Pending<Called>();
    let pinged: (() => void) | undefined;

    const answerTo = ({ callback, of, index }: Callback): CallbackAnswer => {
      try {
        return { callback, result: pending.noteOf(of)?.(index) };
      } catch (error) {
        return { callback, error: String(error) };
      }
    };
    socket.addEventListener('message', (event: MessageEvent<string>) => {
      if (event.data === PONG) return pinged?.();
      const message = JSON.parse(event.data) as Answer | Callback;
      if ('callback' in message) return socket.send(JSON.stringify(answerTo(message)));
      if ('error' in message) pending.reject(message.id, toError(message.error));
      else pending.resolve(message.id, message.result);
    });
    socket.addEventListener('close', ({ code }) => {
      pending.end(new Error(`the socket closed with code ${code}`));
    });

    const call = (method: string, args: readonly unknown[], called?: Called): Promise<never> => {
      if (socket.readyState !== socket.OPEN) {
        return Promise.reject(new Error(`${method}: got a closed socket, expected an open one`));
      }
      return pending.ask((id) => {
        const message: Call = { id, method, ...(args.length > 0 && { args }) };
        socket.send(JSON.stringify(message));
      }, called);
    };

    return {
      operations: plainOperations({
        ...counterByName(call),
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
