/** Cap’n Web asks for a port everywhere: anything else is a RangeError. */
import { newMessagePortRpcSession, RpcTarget } from 'capnweb';
import { callsOf, peerMethods } from '../../places/peers/service.ts';
import { iterated, itemsOf, Receiving, streamed } from '../../service/items.ts';
import type { Client, End, Host } from '../../places/windows/channel.ts';
import {
  type Counter,
  windowOperations,
  type WindowService,
} from '../../places/windows/service.ts';
import { callBack, targetClass } from './target.ts';

/** With the object that a page makes at the called side. */
const WindowTarget = targetClass<WindowService>(
  [...peerMethods, 'counter', 'itemStream', 'takeStream', 'passed'],
  {
    callBack,
    counter: (service, start: number) => new CounterTarget(service.counter(start)),
  },
);

/** A counter that is passed by reference. */
class CounterTarget extends RpcTarget implements Counter {
  readonly #counter: Counter;

  constructor(counter: Counter) {
    super();
    this.#counter = counter;
  }

  get value(): number {
    return this.#counter.value;
  }

  add(amount: number): number {
    return this.#counter.add(amount);
  }
}

export function open(end: End): Client {
  if (end.kind !== 'port') throw new RangeError(`capnweb: got a ${end.kind}, expected a port`);
  const stub = newMessagePortRpcSession<WindowService & RpcTarget>(end.port);
  return {
    operations: {
      ...windowOperations(callsOf(stub)),
      async down(shape) {
        const items = (await stub.itemStream(shape)) as ReadableStream<unknown>;
        return new Receiving(shape).all(iterated(items));
      },
      up: (shape) => Promise.resolve(stub.takeStream(shape, streamed(itemsOf(shape)))),
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

export function serve(host: Host, service: WindowService): void {
  if (host.kind !== 'port') throw new RangeError(`capnweb: got a ${host.kind}, expected a port`);
  newMessagePortRpcSession(host.port, new WindowTarget(service));
}
