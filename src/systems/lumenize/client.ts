import type { BenchConnect } from '../../links/link.ts';
import { openSocket } from '../../links/socket.ts';
import type { CounterMethods, Api } from '../../service/api.ts';
import { createRpcClient, createWebSocketTransport, type RpcTransport } from './rpc/client.ts';

/** A Lumenize client whose methods are the counter's; opened before the first call. */
export function connect(arm: string): BenchConnect<Api> {
  return async ({ origin, object, WebSocketClass }) => {
    const transport = createWebSocketTransport(arm, object, {
      baseUrl: origin,
      prefix: '/bench/lumenize',
      WebSocketClass,
      open: openSocket,
    });
    await transport.connect();
    let isClosed = false;
    // A call after the end would open another socket, and the contract of this bench asks for an end.
    const ending: RpcTransport = {
      ...transport,
      execute: (request, need) =>
        isClosed
          ? Promise.reject(new Error('call: got a closed client, expected an open one'))
          : transport.execute(request, need),
    };
    const client = createRpcClient<CounterMethods>({ transport: ending });
    return {
      operations: {
        increment: (amount) => client.increment(amount),
        getValue: () => client.getValue(),
        reset: () => client.reset(),
        // A type parameter does not survive the client's types; the value does.
        echo: <Value>(value: Value) => client.echo(value) as unknown as Promise<Value>,
        add: (a, b) => client.add(a, b),
        chain: () => client.cursor().next().position(),
        nested: () => client.add(client.increment(1), client.increment(1)),
        async mapped(first) {
          const ids = await client.ids(first);
          return Promise.all(ids.map((id) => client.nameOf(id)));
        },
        calledBack: (count, call) => client.calledBack(count, call),
        upload: (text) => client.upload(text),
        download: (length) => client.download(length),
        fail: () => client.fail(),
      },
      close() {
        client[Symbol.dispose]();
        isClosed = true;
      },
    };
  };
}
