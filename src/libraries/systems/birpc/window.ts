import { createBirpc } from 'birpc';
import { type CallByName, operationsByName } from '../../../wire/peers/operations.ts';
import { type Called, functionsOf } from '../../../wire/peers/service.ts';
import type { Shape } from '../../../wire/service/items.ts';
import { pipeOf, type WindowSystem } from '../../../wire/windows/channel.ts';

/** The caller’s own function: a call brings the number of a callback, because functions do not travel. */
interface BirpcCaller {
  called(callback: number, value: unknown): void;
}

/** The called side: every method by its name, also without an answer. */
type BirpcApi = Record<string, (...args: unknown[]) => never>;

export const open: WindowSystem['open'] = (end) => {
  const { post, listen } = pipeOf(end);
  const callbacks = new Map<number, Called>();
  let last = 0;
  const rpc = createBirpc<BirpcApi, BirpcCaller>(
    { called: (number, value) => callbacks.get(number)?.(value as never) },
    { post: (data) => post(data), on: listen },
  );
  /** A function goes along with a call by a number of its own. */
  const call: CallByName = (method, args, callback) => {
    if (callback === undefined) return rpc.$call(method, ...args);
    const number = (last += 1);
    callbacks.set(number, callback);
    return rpc.$call(method, ...args, number).finally(() => callbacks.delete(number));
  };
  return {
    operations: operationsByName(call, (method, args) => rpc.$callEvent(method, ...args)),
    close: () => rpc.$close(),
  };
};

export const serve: WindowSystem['serve'] = (host, service) => {
  const { post, listen } = pipeOf(host);
  const api = {
    ...functionsOf(service),
    callBack: (count: number, callback: number) =>
      service.callBack(count, (index) => void caller.called.asEvent(callback, index)),
    downTo: (shape: Shape, callback: number) =>
      service.downTo(shape, (item) => void caller.called.asEvent(callback, item)),
  };
  const caller = createBirpc<BirpcCaller, object>(api, { post: (data) => post(data), on: listen });
};
