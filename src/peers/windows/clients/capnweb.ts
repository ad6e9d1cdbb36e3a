import { newMessagePortRpcSession } from 'capnweb';
import type { CapnwebTarget } from '../hosts/capnweb.ts';
import { dataOperations, type Remote, untilCalled } from '../operations.ts';
import type { OpenClient } from './client.ts';

export const open: OpenClient = (end) => {
  if (end.kind !== 'port') throw new RangeError(`capnweb: got a ${end.kind}, expected a port`);
  const stub = newMessagePortRpcSession<CapnwebTarget>(end.port);
  const remote = stub as unknown as Remote;
  return {
    operations: {
      ...dataOperations(remote),
      calledBack: (count) => untilCalled(count, (call) => remote.callBack(count, call)),
      transfer: (buffer) => remote.echo(buffer),
      async object(start, amount) {
        const counter = stub.counter(start);
        try {
          await counter.add(amount);
          return await counter.value;
        } finally {
          counter[Symbol.dispose]();
        }
      },
    },
    close: () => stub[Symbol.dispose](),
  };
};
