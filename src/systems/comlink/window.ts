import * as Comlink from 'comlink';
import { callsOf, functionsOf } from '../../places/peers/service.ts';
import type { Client, End, Host } from '../../places/windows/channel.ts';
import {
  type Counter,
  windowOperations,
  type WindowService,
} from '../../places/windows/service.ts';

/** What the exposed object has besides data and functions. */
interface ComlinkApi {
  transfer(buffer: ArrayBuffer): ArrayBuffer;
  counter(start: number): Counter & Comlink.ProxyMarked;
}

export function open(end: End): Client {
  const proxy = Comlink.wrap<ComlinkApi>(callerEndpoint(end));
  return {
    operations: {
      ...windowOperations(callsOf(proxy, Comlink.proxy)),
      transfer: (buffer) => proxy.transfer(Comlink.transfer(buffer, [buffer])),
      async object(start, amount) {
        const counter = await proxy.counter(start);
        await counter.add(amount);
        const value = await counter.value;
        counter[Comlink.releaseProxy]();
        return value;
      },
    },
    close: () => proxy[Comlink.releaseProxy](),
  };
}

export function serve(host: Host, service: WindowService): void {
  const api: ComlinkApi = {
    ...functionsOf(service),
    transfer: (buffer) => Comlink.transfer(service.echo(buffer), [buffer]),
    counter: (start) => Comlink.proxy(service.counter(start)),
  };
  Comlink.expose(api, calledEndpoint(host));
}

export function callerEndpoint(end: End): Comlink.Endpoint {
  switch (end.kind) {
    case 'worker':
      return end.worker;
    case 'window':
      return Comlink.windowEndpoint(end.target, end.context);
    case 'port':
      return end.port;
  }
}

export function calledEndpoint(host: Host): Comlink.Endpoint {
  switch (host.kind) {
    case 'worker':
      return host.scope as unknown as Comlink.Endpoint;
    case 'window':
      return Comlink.windowEndpoint(host.parent);
    case 'port':
      return host.port;
  }
}
