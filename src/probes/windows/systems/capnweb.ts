import { newMessagePortRpcSession, RpcTarget } from 'capnweb';
import type { Asked, AskedMethods, Cursor } from '../asked.ts';
import type { WindowSystem } from '../system.ts';

export const capnweb: WindowSystem = {
  throughPort: true,
  serve(host, asked) {
    if (host.kind !== 'port') throw new RangeError(`capnweb: got a ${host.kind}, expected a port`);
    newMessagePortRpcSession(host.port, new AskedTarget(asked));
  },
  open(end) {
    if (end.kind !== 'port') throw new RangeError(`capnweb: got a ${end.kind}, expected a port`);
    const stub = newMessagePortRpcSession<AskedTarget>(end.port);
    const methods = stub as unknown as Record<string, (...args: unknown[]) => unknown>;
    return {
      call: (method, args) => methods[method]?.(...args),
      letGo: (cursor) => (cursor as Disposable)[Symbol.dispose](),
      close: () => stub[Symbol.dispose](),
    };
  },
};

class AskedTarget extends RpcTarget {
  readonly #asked: Asked;

  constructor(asked: Asked) {
    super();
    this.#asked = asked;
  }

  fail(): never {
    return this.#asked.fail();
  }

  echo(value: unknown): unknown {
    return this.#asked.echo(value);
  }

  take(buffer: ArrayBuffer): number {
    return this.#asked.take(buffer);
  }

  arrive(n: number): void {
    this.#asked.arrive(n);
  }

  hold(signal?: AbortSignal): Promise<'released'> {
    return this.#asked.hold(signal);
  }

  callBack(report?: Parameters<AskedMethods['callBack']>[0]): unknown {
    return this.#asked.callBack(report);
  }

  cursor(): CursorTarget {
    return new CursorTarget(this.#asked.cursor());
  }
}

class CursorTarget extends RpcTarget {
  readonly #cursor: Cursor;

  constructor(cursor: Cursor) {
    super();
    this.#cursor = cursor;
  }

  next(): number {
    return this.#cursor.next();
  }
}
