/** Cap’n Web asks for a port everywhere: anything else is a RangeError. */
import { newMessagePortRpcSession, type RpcTarget } from 'capnweb';
import { callsOf, operationsByName } from '../../../wire/peers/operations.ts';
import type { PeerService } from '../../../wire/peers/service.ts';
import type { CallerEnd, CalledEnd, WindowSystem } from '../../../wire/windows/channel.ts';
import { itemsOf, iterated, Receiving, streamed } from '../../../wire/service/items.ts';
import { PeerTarget } from './target.ts';

function portOf(side: CallerEnd | CalledEnd): MessagePort {
  if (side.kind === 'port') return side.port;
  throw new RangeError(`capnweb: got a ${side.kind}, expected a port`);
}

export const open: WindowSystem['open'] = (end) => {
  const stub = newMessagePortRpcSession<PeerService & RpcTarget>(portOf(end));
  return {
    operations: {
      ...operationsByName(callsOf(stub)),
      async down(shape) {
        const items = (await stub.down(shape)) as ReadableStream<unknown>;
        return new Receiving(shape).all(iterated(items));
      },
      up: (shape) => Promise.resolve(stub.up(shape, streamed(itemsOf(shape).values()))),
    },
    close: () => stub[Symbol.dispose](),
  };
};

export const serve: WindowSystem['serve'] = (host, service) => {
  newMessagePortRpcSession(portOf(host), new PeerTarget(service));
};
