import { type RpcStub, RpcTarget } from 'capnweb';
import type { Called, PeerMethods } from './operations.ts';
import type { PeerService } from './service.ts';

/** The service’s methods for clients of Cap’n Web, which can reach nothing else. */
export class PeerTarget extends RpcTarget implements PeerMethods {
  readonly #service: PeerService;

  constructor(service: PeerService) {
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
    const stub = call as unknown as RpcStub<Called>;
    // Nothing is awaited of the calls, and the library asks to dispose what is not awaited.
    return this.#service.callBack(count, (index) => stub(index)[Symbol.dispose]());
  }

  answered(): number {
    return this.#service.answered();
  }
}
