import {
  IframeChildIO,
  IframeParentIO,
  RPCChannel,
  WorkerChildIO,
  WorkerParentIO,
} from 'kkrpc/browser';
import { callsOf, operationsByName, type Remote } from '../../../wire/peers/operations.ts';
import { functionsOf } from '../../../wire/peers/service.ts';
import type { WindowSystem } from '../../../wire/windows/channel.ts';

const noAdapter = () => new RangeError('kkrpc: got a port, expected a worker or a window');

export const open: WindowSystem['open'] = (end) => {
  if (end.kind === 'port') throw noAdapter();
  const io = end.kind === 'worker' ? new WorkerParentIO(end.worker) : new IframeParentIO(end.frame);
  const remote = new RPCChannel<object, Remote>(io).getAPI();
  return { operations: operationsByName(callsOf(remote)), close: () => io.destroy() };
};

export const serve: WindowSystem['serve'] = (host, service) => {
  if (host.kind === 'port') throw noAdapter();
  const io = host.kind === 'worker' ? new WorkerChildIO() : new IframeChildIO();
  new RPCChannel(io, { expose: functionsOf(service) });
};
