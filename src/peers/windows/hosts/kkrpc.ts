import { IframeChildIO, RPCChannel, WorkerChildIO } from 'kkrpc/browser';
import type { Host } from '../ends.ts';
import { functionsOf, type WindowService } from '../service.ts';

/** @throws RangeError for a port: the library has no adapter for one */
export function serve(host: Host, service: WindowService): void {
  if (host.kind === 'port')
    throw new RangeError('kkrpc: got a port, expected a worker or a window');
  const io = host.kind === 'worker' ? new WorkerChildIO() : new IframeChildIO();
  new RPCChannel(io, { expose: { ...functionsOf(service) } });
}
