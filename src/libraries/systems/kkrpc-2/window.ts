import * as kkrpc from '#kkrpc-2/library';
import { callsOf, operationsByName } from '../../../wire/peers/operations.ts';
import { functionsOf } from '../../../wire/peers/service.ts';
import type { WindowSystem } from '../../../wire/windows/channel.ts';

const noPort = () => new RangeError('kkrpc-2: got a port, expected a worker or a window');

/** The method of the exposed object that hands a buffer over. */
interface Transferring {
  transfer(buffer: ArrayBuffer): Promise<ArrayBuffer>;
}

export const open: WindowSystem['open'] = (end) => {
  if (end.kind === 'port') throw noPort();
  const isWorker = end.kind === 'worker';
  const remote = kkrpc.wrap<Transferring>(
    isWorker ? kkrpc.workerTransport(end.worker) : kkrpc.iframeParentTransport(end.frame),
  );
  const transfer = (buffer: ArrayBuffer) => remote.transfer(kkrpc.transfer(buffer, [buffer]));
  return {
    operations: { ...operationsByName(callsOf(remote)), transfer },
    close: () => kkrpc.dispose(remote),
  };
};

export const serve: WindowSystem['serve'] = (host, service) => {
  if (host.kind === 'port') throw noPort();
  const transfer = (buffer: ArrayBuffer) => kkrpc.transfer(service.echo(buffer), [buffer]);
  const isWorker = host.kind === 'worker';
  const transport = isWorker ? kkrpc.workerSelfTransport() : kkrpc.iframeChildTransport();
  kkrpc.expose({ ...functionsOf(service), transfer }, transport);
};
