import * as Comlink from 'comlink';
import type { Host } from '../ends.ts';
import type { WindowMethods } from '../operations.ts';
import { type Counter, functionsOf, type WindowService } from '../service.ts';

/** What is exposed. */
export interface ComlinkApi extends WindowMethods {
  transfer(buffer: ArrayBuffer): ArrayBuffer;
  counter(start: number): Counter & Comlink.ProxyMarked;
}

export function serve(host: Host, service: WindowService): void {
  const api: ComlinkApi = {
    ...functionsOf(service),
    transfer: (buffer) => Comlink.transfer(service.echo(buffer), [buffer]),
    counter: (start) => Comlink.proxy(service.counter(start)),
  };
  Comlink.expose(api, endpointOf(host));
}

function endpointOf(host: Host): Comlink.Endpoint {
  switch (host.kind) {
    case 'worker':
      return host.scope as unknown as Comlink.Endpoint;
    case 'window':
      return Comlink.windowEndpoint(host.parent);
    case 'port':
      return host.port;
  }
}
