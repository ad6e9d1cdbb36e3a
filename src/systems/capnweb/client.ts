import { newWebSocketRpcSession, RpcSession, type RpcStub, type RpcTarget } from 'capnweb';
import type { Connection } from '../../harness/plan/index.ts';
import { openSocket } from '../../links/open.ts';
import type {
  CounterMethods,
  CounterOperations,
  CursorMethods,
} from '../../service/api.ts';
import type { BenchConnect } from '../../links/options.ts';
import { socketAddress } from '../system.ts';
import { BatchTransport } from './batch-transport.ts';
import { capnweb, HTTP_BATCH } from './system.ts';

/** The counter as a client’s stub of it is typed: the server’s targets, by interface. */
export interface CounterApi extends CounterMethods, RpcTarget {
  cursor(): CursorApi;
}

/** A cursor, which is passed by reference. */
interface CursorApi extends CursorMethods, RpcTarget {
  next(): CursorApi;
}

/** A Cap’n Web connection whose main object is the counter. */
export function connect(arm: string): BenchConnect<CounterOperations> {
  return arm === HTTP_BATCH ? connectOverHttp : connectOverSocket;
}

/** One connection over one socket; disposing the stub closes it. */
const connectOverSocket: BenchConnect<CounterOperations> = async (options) => {
  const socket = new options.WebSocketClass(socketAddress(capnweb, 'in-memory', options));
  await openSocket(socket);
  const counter = newWebSocketRpcSession<CounterApi>(socket);
  return {
    operations: operationsOf(() => counter),
    aside: '["release",',
    close() {
      counter[Symbol.dispose]();
      socket.close();
    },
  };
};

/** One connection, and so one request, for all the calls of one tick. There is nothing to open. */
const connectOverHttp: BenchConnect<CounterOperations> = (options) => {
  const address = socketAddress(capnweb, HTTP_BATCH, options).replace(/^ws/, 'http');
  const closing = new AbortController();
  let current: RpcStub<CounterApi> | undefined;

  const counterOfThisTick = (): RpcStub<CounterApi> => {
    if (current !== undefined) return current;
    const transport = new BatchTransport(address, options.fetch ?? fetch, closing.signal);
    current = new RpcSession<CounterApi>(transport).getRemoteMain();
    queueMicrotask(() => (current = undefined));
    return current;
  };
  const connection: Connection<CounterOperations> = {
    operations: operationsOf(counterOfThisTick),
    close: () => closing.abort(new Error('the client was closed')),
  };
  return Promise.resolve(connection);
};

/** The operations on whatever stub of the counter is good at the moment. */
function operationsOf(counter: () => RpcStub<CounterApi>): CounterOperations {
  return {
    increment: (amount) => counter().increment(amount),
    getValue: () => counter().getValue(),
    reset: () => counter().reset(),
    // A type parameter does not survive the library's types; the value does.
    echo: <Value>(value: Value) => counter().echo(value) as unknown as Promise<Value>,
    add: (a, b) => counter().add(a, b),
    async chain() {
      const start = counter().cursor();
      const next = start.next();
      try {
        return await next.position();
      } finally {
        next[Symbol.dispose]();
        start[Symbol.dispose]();
      }
    },
    async nested() {
      const [first, second] = [counter().increment(1), counter().increment(1)];
      try {
        return await counter().add(first, second);
      } finally {
        second[Symbol.dispose]();
        first[Symbol.dispose]();
      }
    },
    async mapped(first) {
      const ids = counter().ids(first);
      try {
        return await ids.map((id) => counter().nameOf(id));
      } finally {
        ids[Symbol.dispose]();
      }
    },
    calledBack: (count, call) => counter().calledBack(count, call),
    upload: (text) => counter().upload(text),
    download: (length) => counter().download(length),
    fail: () => counter().fail(),
  };
}
