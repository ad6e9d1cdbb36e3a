import { newMessagePortRpcSession, RpcTarget } from 'capnweb';
import { PeerTarget } from '../../capnweb-target.ts';
import type { Host } from '../ends.ts';
import type { CounterMethods, WindowMethods } from '../operations.ts';
import type { Counter, WindowService } from '../service.ts';

/** With the object that a page makes at the other end. */
export class CapnwebTarget extends PeerTarget implements WindowMethods {
  readonly #service: WindowService;

  constructor(service: WindowService) {
    super(service);
    this.#service = service;
  }

  counter(start: number): CounterTarget {
    return new CounterTarget(this.#service.counter(start));
  }
}

/** A counter that is passed by reference. */
export class CounterTarget extends RpcTarget implements CounterMethods {
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

/** @throws RangeError for anything but a port, which the library asks for everywhere */
export function serve(host: Host, service: WindowService): void {
  if (host.kind !== 'port') throw new RangeError(`capnweb: got a ${host.kind}, expected a port`);
  newMessagePortRpcSession(host.port, new CapnwebTarget(service));
}
