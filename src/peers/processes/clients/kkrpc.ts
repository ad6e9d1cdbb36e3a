import { type IoInterface, RPCChannel } from 'kkrpc';
import type { ProcessMethods, ServedOperations } from '../operations.ts';
import { countCalls } from './count-calls.ts';
import { Settling } from './settling.ts';

/**
 * kkrpc’s client over any of its adapters, with its defaults.
 *
 * @param ended resolves when the other end is gone, with a sentence that says how
 */
export function kkrpcOver(
  io: IoInterface,
  ended?: Promise<string>,
): { operations: ServedOperations; settling: Settling } {
  const channel = new RPCChannel<Record<string, never>, ProcessMethods>(io);
  const peer = channel.getAPI() as unknown as ServedOperations & {
    callBack(count: number, call: () => void): Promise<number>;
  };
  const settling = new Settling();
  const { settle } = settling;
  void ended?.then((how) => settling.end(how));
  let underWay = 0;

  const callBack = async (count: number): Promise<number> => {
    underWay += 1;
    const called = await countCalls(count, (call) => peer.callBack(count, call));
    underWay -= 1;
    // What the library’s documentation advises where many functions are handed over.
    if (underWay === 0) channel.freeCallbacks();
    return called;
  };
  const operations: ServedOperations = {
    echo: (value) => settle(() => peer.echo(value)),
    addAll: (pairs) => settle(() => peer.addAll(pairs)),
    upload: (data) => settle(() => peer.upload(data)),
    downloadText: (length) => settle(() => peer.downloadText(length)),
    downloadBytes: (length) => settle(() => peer.downloadBytes(length)),
    answered: () => settle(() => peer.answered()),
    residentSet: () => settle(() => peer.residentSet()),
    calledBack: (count) => settle(() => callBack(count)),
  };
  return { operations, settling };
}
