import {
  IframeChildIO,
  IframeParentIO,
  RPCChannel,
  WorkerChildIO,
  WorkerParentIO,
} from 'kkrpc/browser';
import { callsOf, functionsOf, type Remote } from '../../places/peers/service.ts';
import type { Client, End, Host } from '../../places/windows/channel.ts';
import { windowOperations, type WindowService } from '../../places/windows/service.ts';

/** @throws RangeError for a port: the library has no adapter for one */
export function callerIo(end: End): WorkerParentIO | IframeParentIO {
  if (end.kind === 'port') throw new RangeError('kkrpc: got a port, expected a worker or a window');
  return end.kind === 'worker' ? new WorkerParentIO(end.worker) : new IframeParentIO(end.frame);
}

/** @throws RangeError for a port */
export function calledIo(host: Host): WorkerChildIO | IframeChildIO {
  if (host.kind === 'port')
    throw new RangeError('kkrpc: got a port, expected a worker or a window');
  return host.kind === 'worker' ? new WorkerChildIO() : new IframeChildIO();
}

export function open(end: End): Client {
  const io = callerIo(end);
  const remote = new RPCChannel<object, Remote>(io).getAPI();
  return { operations: windowOperations(callsOf(remote)), close: () => io.destroy() };
}

export function serve(host: Host, service: WindowService): void {
  new RPCChannel(calledIo(host), { expose: functionsOf(service) });
}
