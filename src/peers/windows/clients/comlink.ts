import * as Comlink from 'comlink';
import type { End } from '../ends.ts';
import type { ComlinkApi } from '../hosts/comlink.ts';
import { dataOperations, type Remote, untilCalled } from '../operations.ts';
import type { OpenClient } from './client.ts';

export const open: OpenClient = (end) => {
  const proxy = Comlink.wrap<ComlinkApi>(endpointOf(end));
  const remote = proxy as unknown as Remote;
  return {
    operations: {
      ...dataOperations(remote),
      calledBack: (count) =>
        untilCalled(count, (call) => remote.callBack(count, Comlink.proxy(call))),
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
};

function endpointOf(end: End): Comlink.Endpoint {
  switch (end.kind) {
    case 'worker':
      return end.worker;
    case 'window':
      return Comlink.windowEndpoint(end.target, end.context);
    case 'port':
      return end.port;
  }
}
