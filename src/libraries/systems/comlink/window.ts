import * as Comlink from 'comlink';
import { callsOf, operationsByName } from '../../../wire/peers/operations.ts';
import { functionsOf } from '../../../wire/peers/service.ts';
import type { CallerEnd, CalledEnd, WindowSystem } from '../../../wire/windows/channel.ts';

/** The method of the exposed object that hands a buffer over. */
interface ComlinkApi {
  transfer(buffer: ArrayBuffer): ArrayBuffer;
}

export const open: WindowSystem['open'] = (end) => {
  const proxy = Comlink.wrap<ComlinkApi>(endpointOf(end));
  return {
    operations: {
      ...operationsByName(callsOf(proxy, Comlink.proxy)),
      transfer: (buffer) => proxy.transfer(Comlink.transfer(buffer, [buffer])),
    },
    close: () => proxy[Comlink.releaseProxy](),
  };
};

export const serve: WindowSystem['serve'] = (host, service) => {
  const api: ComlinkApi = {
    ...functionsOf(service),
    transfer: (buffer) => Comlink.transfer(service.echo(buffer), [buffer]),
  };
  Comlink.expose(api, endpointOf(host));
};

function endpointOf(side: CallerEnd | CalledEnd): Comlink.Endpoint {
  switch (side.kind) {
    case 'worker':
      return side.worker;
    case 'window':
      return 'parent' in side
        ? Comlink.windowEndpoint(side.parent)
        : Comlink.windowEndpoint(side.target, side.context);
    case 'port':
      return side.port;
  }
}
