import * as Comlink from 'comlink';
import type { End, Host } from '../../../places/windows/channel.ts';
import { type AskedMethods, functionsOf } from '../asked.ts';
import type { WindowSystem } from '../system.ts';

export const comlink: WindowSystem = {
  serve(host, asked, { allowedOrigins }) {
    const api = { ...functionsOf(asked), cursor: () => Comlink.proxy(asked.cursor()) };
    Comlink.expose(api, calledFrom(host), allowedOrigins);
  },
  open(end) {
    const remote = Comlink.wrap<AskedMethods>(endpointOf(end));
    const methods = remote as unknown as Record<string, (...args: unknown[]) => unknown>;
    return {
      call: (method, args) => methods[method]?.(...args),
      pass: (report) => Comlink.proxy(report),
      handOver: (buffer) => remote.take(Comlink.transfer(buffer, [buffer])),
      letGo: (cursor) => (cursor as Comlink.Remote<object>)[Comlink.releaseProxy](),
      close: () => remote[Comlink.releaseProxy](),
    };
  },
};

function calledFrom(host: Host): Comlink.Endpoint {
  if (host.kind === 'window') return Comlink.windowEndpoint(host.parent);
  return host.kind === 'port' ? host.port : (host.scope as unknown as Comlink.Endpoint);
}

function endpointOf(end: End): Comlink.Endpoint {
  if (end.kind === 'window') return Comlink.windowEndpoint(end.target, end.context);
  return end.kind === 'port' ? end.port : end.worker;
}
