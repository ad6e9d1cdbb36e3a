import { type IoInterface, RPCChannel } from 'kkrpc';
import type { PeerMethods, PeerOperations } from '../../operations.ts';
import { Settling } from './settling.ts';

/**
 * kkrpc’s client over any of its adapters, with its defaults.
 *
 * @param ended resolves when the other end is gone, with a sentence that says how
 */
export function kkrpcOver(
  io: IoInterface,
  ended?: Promise<string>,
): { operations: PeerOperations; settling: Settling } {
  const channel = new RPCChannel<Record<string, never>, PeerMethods>(io);
  const peer = channel.getAPI() as unknown as PeerOperations & {
    callBack(count: number, call: () => void): Promise<number>;
  };
  const settling = new Settling();
  const { settle } = settling;
  void ended?.then((how) => settling.end(how));
  let underWay = 0;

  const callBack = async (count: number): Promise<number> => {
    const { promise: all, resolve } = Promise.withResolvers<void>();
    let called = 0;
    if (count === 0) resolve();
    underWay += 1;
    await peer.callBack(count, () => {
      called += 1;
      if (called === count) resolve();
    });
    await all;
    underWay -= 1;
    // What the library’s documentation advises where many functions are handed over.
    if (underWay === 0) channel.freeCallbacks();
    return called;
  };
  const operations: PeerOperations = {
    echo: (value) => settle(() => peer.echo(value)),
    addAll: (pairs) => settle(() => peer.addAll(pairs)),
    upload: (data) => settle(() => peer.upload(data)),
    downloadText: (length) => settle(() => peer.downloadText(length)),
    downloadBytes: (length) => settle(() => peer.downloadBytes(length)),
    answered: () => settle(() => peer.answered()),
    calledBack: (count) => settle(() => callBack(count)),
  };
  return { operations, settling };
}
