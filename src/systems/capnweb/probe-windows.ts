import { newMessagePortRpcSession, RpcTarget } from 'capnweb';
import { giveMethods } from '../../places/probes/asked.ts';
import {
  type AskedWindow,
  callsOf,
  type Cursor,
  windowMethods,
  type WindowProbed,
} from '../../places/windows/probed.ts';

export const probed: WindowProbed = {
  throughPort: true,
  serve(host, asked) {
    if (host.kind !== 'port') throw new RangeError(`capnweb: got a ${host.kind}, expected a port`);
    newMessagePortRpcSession(host.port, new AskedTarget(asked));
  },
  open(end) {
    if (end.kind !== 'port') throw new RangeError(`capnweb: got a ${end.kind}, expected a port`);
    const stub = newMessagePortRpcSession(end.port);
    return {
      call: callsOf(stub),
      letGo: (cursor) => (cursor as Disposable)[Symbol.dispose](),
      close: () => stub[Symbol.dispose](),
    };
  },
};

class AskedTarget extends RpcTarget {
  constructor(readonly asked: AskedWindow) {
    super();
  }

  cursor(): CursorTarget {
    return new CursorTarget(this.asked.cursor());
  }
}
giveMethods(
  AskedTarget,
  windowMethods.filter((name) => name !== 'cursor'),
);

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
