import { createBirpc } from 'birpc';
import { countCalls, type Called } from '../../places/peers/operations.ts';
import { functionsOf } from '../../places/peers/service.ts';
import {
  type Client,
  type End,
  type Host,
  pipeFrom,
  pipeTo,
} from '../../places/windows/channel.ts';
import {
  byData,
  type Remote,
  type WindowMethods,
  type WindowService,
} from '../../places/windows/service.ts';

/** The caller’s own function: a call brings the number of a callback, because functions do not travel. */
interface BirpcCaller {
  called(callback: number, index: number): void;
}

interface BirpcApi extends Omit<WindowMethods, 'callBack'> {
  callBack(count: number, callback: number): number;
}

export function open(end: End): Client {
  const { post, listen } = pipeTo(end);
  const callbacks = new Map<number, Called>();
  let last = 0;
  const rpc = createBirpc<BirpcApi, BirpcCaller>(
    { called: (number, index) => callbacks.get(number)?.(index) },
    { post: (data) => post(data), on: (take) => listen(take) },
  );
  return {
    operations: {
      ...byData(rpc as unknown as Omit<Remote, 'callBack'>),
      calledBack: (count) =>
        countCalls(count, async (callback) => {
          const number = (last += 1);
          callbacks.set(number, callback);
          try {
            return await rpc.callBack(count, number);
          } finally {
            callbacks.delete(number);
          }
        }),
    },
    close: () => rpc.$close(),
  };
}

export function serve(host: Host, service: WindowService): void {
  const { post, listen } = pipeFrom(host);
  const api: BirpcApi = {
    ...functionsOf<WindowMethods>(service),
    callBack: (count, callback) =>
      service.callBack(count, (index) => void caller.called.asEvent(callback, index)),
  };
  const caller = createBirpc<BirpcCaller, BirpcApi>(api, {
    post: (data) => post(data),
    on: (take) => listen(take),
  });
}
