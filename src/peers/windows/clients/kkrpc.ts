import { IframeParentIO, RPCChannel, WorkerParentIO } from 'kkrpc/browser';
import { byData, dataOperations, type Remote, untilCalled } from '../operations.ts';
import type { OpenClient } from './client.ts';

export const open: OpenClient = (end) => {
  if (end.kind === 'port') throw new RangeError('kkrpc: got a port, expected a worker or a window');
  const io = end.kind === 'worker' ? new WorkerParentIO(end.worker) : new IframeParentIO(end.frame);
  const remote = new RPCChannel<object, Remote>(io).getAPI();
  return {
    operations: {
      ...dataOperations(remote),
      ...byData(remote),
      calledBack: (count) => untilCalled(count, (call) => remote.callBack(count, call)),
    },
    close: () => io.destroy(),
  };
};
