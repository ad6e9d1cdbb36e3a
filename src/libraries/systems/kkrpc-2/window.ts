import {
  dispose,
  expose,
  iframeChildTransport,
  iframeParentTransport,
  transfer,
  workerSelfTransport,
  workerTransport,
  wrap,
} from '#kkrpc-2/library';
import { callsOf, operationsByName } from '../../../wire/peers/operations.ts';
import { functionsOf } from '../../../wire/peers/service.ts';
import type { WindowSystem } from '../../../wire/windows/channel.ts';

/** The method of the exposed object that hands a buffer over. */
interface Transferring {
  transfer(buffer: ArrayBuffer): Promise<ArrayBuffer>;
}

const noAdapter = () => new RangeError('kkrpc-2: got a port, expected a worker or a window');

export const open: WindowSystem['open'] = (end) => {
  if (end.kind === 'port') throw noAdapter();
  const remote = wrap<Transferring>(
    end.kind === 'worker' ? workerTransport(end.worker) : iframeParentTransport(end.frame),
  );
  return {
    operations: {
      ...operationsByName(callsOf(remote)),
      transfer: (buffer) => remote.transfer(transfer(buffer, [buffer])),
    },
    close: () => dispose(remote),
  };
};

export const serve: WindowSystem['serve'] = (host, service) => {
  if (host.kind === 'port') throw noAdapter();
  const api = {
    ...functionsOf(service),
    transfer: (buffer: ArrayBuffer) => transfer(service.echo(buffer), [buffer]),
  };
  expose(api, host.kind === 'worker' ? workerSelfTransport() : iframeChildTransport());
};
