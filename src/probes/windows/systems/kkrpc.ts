import {
  IframeChildIO,
  IframeParentIO,
  RPCChannel,
  WorkerChildIO,
  WorkerParentIO,
} from 'kkrpc/browser';
import { type AskedMethods, functionsOf } from '../asked.ts';
import type { WindowSystem } from '../system.ts';

/** It has no adapter for a port. */
export const kkrpc: WindowSystem = {
  serve(host, asked) {
    const io = host.kind === 'window' ? new IframeChildIO() : new WorkerChildIO();
    new RPCChannel(io, { expose: { ...functionsOf(asked) } });
  },
  open(end) {
    if (end.kind === 'port')
      throw new RangeError('kkrpc: got a port, expected a worker or a window');
    const io =
      end.kind === 'worker' ? new WorkerParentIO(end.worker) : new IframeParentIO(end.frame);
    const remote = new RPCChannel<object, AskedMethods>(io).getAPI();
    const methods = remote as unknown as Record<string, (...args: unknown[]) => unknown>;
    return { call: (method, args) => methods[method]?.(...args), close: () => io.destroy() };
  },
};
