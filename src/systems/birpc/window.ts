import { createBirpc } from 'birpc';
import { countCalls } from '../../places/peers/operations.ts';
import { functionsOf } from '../../places/peers/service.ts';
import type { Shape } from '../../service/items.ts';
import {
  type Client,
  type End,
  type Host,
  pipeFrom,
  pipeTo,
} from '../../places/windows/channel.ts';
import {
  byCalls,
  byData,
  type Remote,
  type WindowMethods,
  type WindowService,
} from '../../places/windows/service.ts';

/** The caller’s own function: a call brings the number of a callback, because functions do not travel. */
interface BirpcCaller {
  called(callback: number, value: unknown): void;
}

interface BirpcApi extends Omit<WindowMethods, 'callBack' | 'giveItems'> {
  callBack(count: number, callback: number): number;
  giveItems(shape: Shape, callback: number): unknown;
}

export function open(end: End): Client {
  const { post, listen } = pipeTo(end);
  const callbacks = new Map<number, (value: never) => void>();
  let last = 0;
  const rpc = createBirpc<BirpcApi, BirpcCaller>(
    { called: (number, value) => callbacks.get(number)?.(value as never) },
    { post: (data) => post(data), on: (take) => listen(take) },
  );
  /** Makes a call that a function goes along with, by a number of its own. */
  async function numbered<Value>(
    callback: (value: never) => void,
    call: (number: number) => Promise<Value>,
  ): Promise<Value> {
    const number = (last += 1);
    callbacks.set(number, callback);
    try {
      return await call(number);
    } finally {
      callbacks.delete(number);
    }
  }
  return {
    operations: {
      ...byData(rpc as unknown as Omit<Remote, 'callBack'>),
      ...byCalls({
        giveItems: (shape, take) => numbered(take, (number) => rpc.giveItems(shape, number)),
        beginItems: (shape) => rpc.beginItems.asEvent(shape),
        takeItem: (item) => rpc.takeItem.asEvent(item),
        received: () => rpc.received(),
        passed: () => rpc.passed(),
      }),
      calledBack: (count) =>
        countCalls(count, (callback) =>
          numbered(callback, (number) => rpc.callBack(count, number)),
        ),
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
    giveItems: (shape, callback) =>
      service.giveItems(shape, (item) => void caller.called.asEvent(callback, item)),
  };
  const caller = createBirpc<BirpcCaller, BirpcApi>(api, {
    post: (data) => post(data),
    on: (take) => listen(take),
  });
}
