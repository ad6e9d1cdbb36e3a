import { newMessagePortRpcSession, RpcTarget } from 'capnweb';
import type { Called } from '../../operations.ts';
import type { Host } from '../ends.ts';
import type { CounterMethods, WindowMethods } from '../operations.ts';
import type { Counter, WindowService } from '../service.ts';

/** What a client can reach: the service’s methods and nothing else. */
export class CapnwebTarget extends RpcTarget implements WindowMethods {
  readonly #service: WindowService;

  constructor(service: WindowService) {
    super();
    this.#service = service;
  }

  echo<Value>(value: Value): Value {
    return this.#service.echo(value);
  }

  addAll(pairs: ReadonlyArray<readonly [number, number]>): number[] {
    return this.#service.addAll(pairs);
  }

  upload(data: string | Uint8Array): number {
    return this.#service.upload(data);
  }

  downloadText(length: number): string {
    return this.#service.downloadText(length);
  }

  downloadBytes(length: number): Uint8Array {
    return this.#service.downloadBytes(length);
  }

  callBack(count: number, call: Called): number {
    return this.#service.callBack(count, call);
  }

  answered(): number {
    return this.#service.answered();
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
