import { type Begin, Stalled } from '../../harness/plan/index.ts';
import type { BenchConnect } from '../bench/options.ts';
import { openSocket } from '../bench/open-socket.ts';
import type { Answer, Batch } from './protocol.ts';

/** What the study of calls between objects asks of a connection. */
export interface BatchOperations {
  /**
   * Has an object make calls to others, and resolves to what they returned, in their order.
   *
   * @param begin is called when the object says that it begins
   * @throws Stalled with the number of calls that had returned when time was up
   */
  batch(batch: Batch, begin?: Begin): Promise<number[]>;
  /** How often the objects were called since the connection opened. */
  effects(): Promise<number>;
}

interface Pending {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
  begin?: Begin | undefined;
}

/** Opens a socket to an object that calls others in this way. */
export function connect(way: string): BenchConnect<BatchOperations> {
  return async ({ origin, object, WebSocketClass }) => {
    const address = `${origin.replace(/^http/, 'ws')}/bench/between/${way}/${object}`;
    const socket = await openSocket(new WebSocketClass(address));
    const pending = new Map<number, Pending>();
    let lastId = 0;

    socket.addEventListener('message', (event: MessageEvent<string>) => {
      const answer = JSON.parse(event.data) as Answer;
      const question = pending.get(answer.id);
      if ('begun' in answer) return question?.begin?.();
      pending.delete(answer.id);
      if ('results' in answer) question?.resolve(answer.results as never);
      else if ('effects' in answer) question?.resolve(answer.effects as never);
      else if ('error' in answer) question?.reject(new Error(answer.error));
      else question?.reject(new Stalled(`${answer.returned} calls had returned when time was up`));
    });
    socket.addEventListener('close', ({ code }) => {
      for (const { reject } of pending.values()) {
        reject(new Error(`the socket closed with code ${code}`));
      }
      pending.clear();
    });

    const ask = (question: object, begin?: Begin): Promise<never> => {
      if (socket.readyState !== socket.OPEN) {
        return Promise.reject(new Error('batch: got a closed socket, expected an open one'));
      }
      const id = (lastId += 1);
      return new Promise<never>((resolve, reject) => {
        pending.set(id, { resolve, reject, begin });
        socket.send(JSON.stringify({ id, ...question }));
      });
    };
    return {
      operations: {
        batch: (batch, begin) => ask({ batch }, begin),
        effects: () => ask({ effects: true }),
      },
      close: () => socket.close(),
    };
  };
}
