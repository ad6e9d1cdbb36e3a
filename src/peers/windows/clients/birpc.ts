import { createBirpc } from 'birpc';
import type { Called } from '../../operations.ts';
import { pipeTo } from '../ends.ts';
import type { BirpcApi, BirpcCaller } from '../hosts/birpc.ts';
import { byData, dataOperations, type Remote, untilCalled } from '../operations.ts';
import type { OpenClient } from './client.ts';

export const open: OpenClient = (end) => {
  const { post, listen } = pipeTo(end);
  const given = new Map<number, Called>();
  let last = 0;
  const rpc = createBirpc<BirpcApi, BirpcCaller>(
    { called: (number, index) => given.get(number)?.(index) },
    { post: (data) => post(data), on: (take) => listen(take) },
  );
  const remote = rpc as unknown as Omit<Remote, 'callBack'>;
  return {
    operations: {
      ...dataOperations(remote),
      ...byData(remote),
      calledBack: (count) =>
        untilCalled(count, async (call) => {
          last += 1;
          const number = last;
          given.set(number, call);
          try {
            return await rpc.callBack(count, number);
          } finally {
            given.delete(number);
          }
        }),
    },
    close: () => rpc.$close(),
  };
};
