import {
  IframeChildIO,
  IframeParentIO,
  RPCChannel,
  WorkerChildIO,
  WorkerParentIO,
} from 'kkrpc/browser';
import { countCalls } from '../../places/peers/operations.ts';
import { functionsOf } from '../../places/peers/service.ts';
import type { Client, End, Host } from '../../places/windows/channel.ts';
import {
  byData,
  type Remote,
  type WindowMethods,
  type WindowService,
} from '../../places/windows/service.ts';

/** @throws RangeError for a port: the library has no adapter for one */
export function open(end: End): Client {
  if (end.kind === 'port') throw new RangeError('kkrpc: got a port, expected a worker or a window');
  const io = end.kind === 'worker' ? new WorkerParentIO(end.worker) : new IframeParentIO(end.frame);
  const remote = new RPCChannel<object, Remote>(io).getAPI();
  return {
    operations: {
      ...byData(remote),
      calledBack: (count) => countCalls(count, (callback) => remote.callBack(count, callback)),
    },
    close: () => io.destroy(),
  };
}

/** @throws RangeError for a port */
export function serve(host: Host, service: WindowService): void {
  if (host.kind === 'port')
    throw new RangeError('kkrpc: got a port, expected a worker or a window');
  const io = host.kind === 'worker' ? new WorkerChildIO() : new IframeChildIO();
  new RPCChannel(io, { expose: { ...functionsOf<WindowMethods>(service) } });
}
