import * as Comlink from 'comlink';
import { callsOf, operationsByName } from '../../places/peers/operations.ts';
import { type Counter, functionsOf, type PeerService } from '../../places/peers/service.ts';
import type { Client, End, Host } from '../../places/windows/channel.ts';

/** What the exposed object has besides data and functions. */
interface ComlinkApi {
  transfer(buffer: ArrayBuffer): ArrayBuffer;
  counter(start: number): Counter & Comlink.ProxyMarked;
}

export function open(end: End): Client {
  const proxy = Comlink.wrap<ComlinkApi>(endpointOf(end));
  return {
    operations: {
      ...operationsByName(callsOf(proxy, Comlink.proxy)),
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

export function serve(host: Host, service: PeerService): void {
  const api: ComlinkApi = {
    ...functionsOf(service),
    transfer: (buffer) => Comlink.transfer(service.echo(buffer), [buffer]),
    counter: (start) => Comlink.proxy(service.counter(start)),
  };
  Comlink.expose(api, endpointOf(host));
}

function endpointOf(side: End | Host): Comlink.Endpoint {
  switch (side.kind) {
    case 'worker':
      return 'scope' in side ? (side.scope as unknown as Comlink.Endpoint) : side.worker;
    case 'window':
      return 'parent' in side
        ? Comlink.windowEndpoint(side.parent)
        : Comlink.windowEndpoint(side.target, side.context);
    case 'port':
      return side.port;
  }
}
