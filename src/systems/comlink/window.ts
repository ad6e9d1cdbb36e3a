import * as Comlink from 'comlink';
import { countCalls, dataOperations } from '../../places/peers/operations.ts';
import { functionsOf } from '../../places/peers/service.ts';
import type { Client, End, Host } from '../../places/windows/channel.ts';
import {
  byCalls,
  type Counter,
  type Remote,
  type WindowMethods,
  type WindowService,
} from '../../places/windows/service.ts';

/** The object that is exposed. */
interface ComlinkApi extends WindowMethods {
  transfer(buffer: ArrayBuffer): ArrayBuffer;
  counter(start: number): Counter & Comlink.ProxyMarked;
}

export function open(end: End): Client {
  const proxy = Comlink.wrap<ComlinkApi>(callerEndpoint(end));
  const remote = proxy as unknown as Remote;
  return {
    operations: {
      ...dataOperations(remote),
      ...byCalls({
        giveItems: (shape, take) => remote.giveItems(shape, Comlink.proxy(take)),
        beginItems: (shape) => remote.beginItems(shape),
        takeItem: (item) => remote.takeItem(item),
        received: () => remote.received(),
        passed: () => remote.passed(),
      }),
      calledBack: (count) =>
        countCalls(count, (callback) => remote.callBack(count, Comlink.proxy(callback))),
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
    ...functionsOf<WindowMethods>(service),
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
