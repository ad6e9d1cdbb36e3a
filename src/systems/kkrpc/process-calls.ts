/** kkrpc’s calls over any adapter between processes, both sides of them, with its defaults. */
import { type IoInterface, RPCChannel } from 'kkrpc';
import { Pending } from '../../places/peers/by-hand.ts';
import { type Called, countCalls } from '../../places/peers/operations.ts';
import { functionsOf } from '../../places/peers/service.ts';
import {
  type CallerSide,
  type ProcessMethods,
  type ProcessService,
  type ServedOperations,
} from '../../places/processes/service.ts';

/** A caller over any of its adapters. */
export interface KkrpcCaller extends Pick<CallerSide, 'operations'> {
  /** @param how a sentence without a full stop; the first one counts */
  end: (how: string) => void;
}

/** @param ended resolves when the other process is gone, with a sentence that says how */
export function callOver(io: IoInterface, ended?: Promise<string>): KkrpcCaller {
  const channel = new RPCChannel<Record<string, never>, ProcessMethods>(io);
  const remote = channel.getAPI() as unknown as ServedOperations & {
    callBack(count: number, call: Called): Promise<number>;
  };
  const pending = new Pending();
  const { settle } = pending;
  const end = (how: string) => pending.end(new Error(how));
  void ended?.then(end);
  let underWay = 0;

  const callBack = async (count: number): Promise<number> => {
    underWay += 1;
    const calls = await countCalls(count, (callback) => remote.callBack(count, callback));
    underWay -= 1;
    // As the library’s documentation advises where many functions are handed over.
    if (underWay === 0) channel.freeCallbacks();
    return calls;
  };
  const operations: ServedOperations = {
    echo: (value) => settle(() => remote.echo(value)),
    addAll: (pairs) => settle(() => remote.addAll(pairs)),
    upload: (data) => settle(() => remote.upload(data)),
    downloadText: (length) => settle(() => remote.downloadText(length)),
    downloadBytes: (length) => settle(() => remote.downloadBytes(length)),
    answered: () => settle(() => remote.answered()),
    residentSet: () => settle(() => remote.residentSet()),
    calledBack: (count) => settle(() => callBack(count)),
  };
  return { operations, end };
}

/** Serves over any of its adapters. */
export function serveOver(io: IoInterface, service: ProcessService): void {
  new RPCChannel(io, { expose: functionsOf<ProcessMethods>(service) });
}
