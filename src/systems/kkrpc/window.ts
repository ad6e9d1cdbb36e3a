import {
  IframeChildIO,
  IframeParentIO,
  RPCChannel,
  WorkerChildIO,
  WorkerParentIO,
} from 'kkrpc/browser';
import { callsOf, operationsByName, type Remote } from '../../places/peers/operations.ts';
import { functionsOf, type PeerService } from '../../places/peers/service.ts';
import type { Client, End, Host } from '../../places/windows/channel.ts';

/** The library has no adapter for a port. */
function refusePort<Side extends { kind: string }>(
  side: Side,
): asserts side is Exclude<Side, { kind: 'port' }> {
  if (side.kind === 'port')
    throw new RangeError('kkrpc: got a port, expected a worker or a window');
}

export function open(end: End): Client {
  refusePort(end);
  const io = end.kind === 'worker' ? new WorkerParentIO(end.worker) : new IframeParentIO(end.frame);
  const remote = new RPCChannel<object, Remote>(io).getAPI();
  return { operations: operationsByName(callsOf(remote)), close: () => io.destroy() };
}

export function serve(host: Host, service: PeerService): void {
  refusePort(host);
  const io = host.kind === 'worker' ? new WorkerChildIO() : new IframeChildIO();
  new RPCChannel(io, { expose: functionsOf(service) });
}
