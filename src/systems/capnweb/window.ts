/** Cap’n Web asks for a port everywhere: anything else is a RangeError. */
import { newMessagePortRpcSession, type RpcTarget } from 'capnweb';
import { callsOf, operationsByName } from '../../places/peers/operations.ts';
import type { PeerService } from '../../places/peers/service.ts';
import type { Client, End, Host } from '../../places/windows/channel.ts';
import { itemsOf, iterated, Receiving, streamed } from '../../service/items.ts';
import { PeerTarget } from './target.ts';

export function open(end: End): Client {
  if (end.kind !== 'port') throw new RangeError(`capnweb: got a ${end.kind}, expected a port`);
  const stub = newMessagePortRpcSession<PeerService & RpcTarget>(end.port);
  return {
    operations: {
      ...operationsByName(callsOf(stub)),
      async down(shape) {
        const items = (await stub.down(shape)) as ReadableStream<unknown>;
        return new Receiving(shape).all(iterated(items));
      },
      up: (shape) => Promise.resolve(stub.up(shape, streamed(itemsOf(shape)))),
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
}

export function serve(host: Host, service: PeerService): void {
  if (host.kind !== 'port') throw new RangeError(`capnweb: got a ${host.kind}, expected a port`);
  newMessagePortRpcSession(host.port, new PeerTarget(service));
}
