import { openSocket } from '../../links/open.ts';
import type { BenchConnect } from '../../links/options.ts';
import { socketAddress } from '../system.ts';
import {
  itemsOf,
  type Received,
  Receiving,
  type StreamOperations,
} from '../../service/items.ts';
import { streams } from '../../places/streams/list.ts';

interface Answer {
  error?: string;
  received?: Received;
  passed?: number;
}

/** One question after the other over one socket. */
export function connect(arm: string): BenchConnect<StreamOperations> {
  return async (options) => {
    const socket = await openSocket(
      new options.WebSocketClass(socketAddress(streams, arm, options)),
    );
    let waiting: PromiseWithResolvers<Answer> | undefined;
    let receiving: Receiving | undefined;
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      // Items begin with their numbers.
      if (!data.startsWith('{')) return receiving?.take(data);
      const answer = JSON.parse(data) as Answer;
      if (answer.error === undefined) waiting?.resolve(answer);
      else waiting?.reject(new Error(answer.error));
    });
    socket.addEventListener('close', ({ code }) => {
      waiting?.reject(new Error(`the socket closed with code ${code}`));
    });
    const ask = (question: object): Promise<Answer> => {
      waiting = Promise.withResolvers();
      // Nobody may be waiting when the socket closes.
      waiting.promise.catch(() => undefined);
      socket.send(JSON.stringify(question));
      return waiting.promise;
    };
    return {
      operations: {
        async down(shape) {
          const own = new Receiving(shape);
          receiving = own;
          await ask({ down: shape });
          return own.received();
        },
        async up(shape) {
          const answer = ask({ up: shape });
          for (const item of itemsOf(shape)) socket.send(item);
          return (await answer).received as Received;
        },
        passed: async () => (await ask({ passed: true })).passed as number,
      },
      close: () => socket.close(),
    };
  };
}
