/** Messages with ids, by hand. */
import { pipeFrom, pipeTo } from '../../../places/windows/channel.ts';
import { type AskedMethod, functionsOf } from '../asked.ts';
import type { WindowSystem } from '../system.ts';

interface Call {
  id: number;
  method: AskedMethod;
  args: unknown[];
}

type Answer = { id: number; value: unknown } | { id: number; error: unknown };

export const postMessage: WindowSystem = {
  serve(host, asked) {
    const { post, listen } = pipeFrom(host);
    const functions = functionsOf(asked) as unknown as Record<
      string,
      (...args: unknown[]) => unknown
    >;
    const answer = async ({ id, method, args }: Call): Promise<void> => {
      try {
        post({ id, value: await functions[method]?.(...args) } satisfies Answer);
      } catch (error) {
        post({ id, error } satisfies Answer);
      }
    };
    listen((message) => void answer(message as Call));
  },
  open(end) {
    const { post, listen } = pipeTo(end);
    const pending = new Map<number, PromiseWithResolvers<unknown>>();
    let last = 0;
    listen((message) => {
      const answer = message as Answer;
      const waiting = pending.get(answer.id);
      pending.delete(answer.id);
      if ('error' in answer) waiting?.reject(answer.error);
      else waiting?.resolve(answer.value);
    });
    const call = (method: AskedMethod, args: unknown[], transfer?: Transferable[]) => {
      last += 1;
      post({ id: last, method, args } satisfies Call, transfer);
      const waiting = Promise.withResolvers<unknown>();
      pending.set(last, waiting);
      return waiting.promise;
    };
    return {
      call,
      handOver: (buffer) => call('take', [buffer], [buffer]),
      close: () => pending.clear(),
    };
  },
};
