import type { Called } from '../../operations.ts';
import type { FromHost, ToHost } from '../by-hand.ts';
import { pipeTo } from '../ends.ts';
import { untilCalled } from '../operations.ts';
import type { OpenClient } from './client.ts';

/** A question as it is asked, without its id. */
type Question = ToHost extends infer Each
  ? Each extends { id: number }
    ? Omit<Each, 'id'>
    : never
  : never;

export const open: OpenClient = (end) => {
  const { post, listen } = pipeTo(end);
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  const given = new Map<number, Called>();
  let last = 0;

  listen((message) => {
    const heard = message as FromHost;
    if (heard.type === 'called') {
      given.get(heard.id)?.(heard.index);
      return;
    }
    const waiting = pending.get(heard.id);
    pending.delete(heard.id);
    if (heard.type === 'answer') waiting?.resolve(heard.value);
    else waiting?.reject(heard.error);
  });

  const ask = <Value>(question: Question, transfer?: Transferable[]): Promise<Value> => {
    last += 1;
    const waiting = Promise.withResolvers<unknown>();
    pending.set(last, waiting);
    post({ ...question, id: last }, transfer);
    return waiting.promise as Promise<Value>;
  };

  return {
    operations: {
      echo: (value) => ask({ type: 'call', method: 'echo', args: [value] }),
      addAll: (pairs) => ask({ type: 'call', method: 'addAll', args: [pairs] }),
      upload: (data) => ask({ type: 'call', method: 'upload', args: [data] }),
      downloadText: (length) => ask({ type: 'call', method: 'downloadText', args: [length] }),
      downloadBytes: (length) => ask({ type: 'call', method: 'downloadBytes', args: [length] }),
      answered: () => ask({ type: 'call', method: 'answered', args: [] }),
      calledBack: (count) =>
        untilCalled(count, async (call) => {
          const answer = ask({ type: 'callBack', count });
          const id = last;
          given.set(id, call);
          try {
            return await answer;
          } finally {
            given.delete(id);
          }
        }),
      transfer: (buffer) => ask({ type: 'transfer', buffer }, [buffer]),
      async object(start, amount) {
        const made = ask({ type: 'make', start });
        const counter = last;
        await made;
        await ask({ type: 'add', counter, amount });
        const value = await ask<number>({ type: 'read', counter });
        post({ type: 'release', counter } satisfies ToHost);
        return value;
      },
    },
    close() {
      for (const { reject } of pending.values()) reject(new Error('the client was closed'));
      pending.clear();
    },
  };
};
