import { createRpcClient, createWebSocketTransport } from '#lumenize-rpc/library';
import type { BenchConnect } from '../../links/link.ts';
import { openSocket } from '../../links/socket.ts';
import type { CounterMethods, Api } from '../../service/api.ts';
import type { RpcClient } from '../lumenize/rpc/client.ts';

/** The published library’s client over its own WebSocket transport; opened before the first call. */
export function connect(arm: string): BenchConnect<Api> {
  return async ({ origin, object, WebSocketClass }) => {
    let isClosed = false;
    let opening: Promise<WebSocket> | undefined;
    /** Tells how the library’s socket opens. After the end it would open another at the next call. */
    class Watched extends WebSocketClass {
      constructor(url: string, protocols?: string | string[]) {
        if (isClosed) throw new Error('call: got a closed client, expected an open one');
        super(url, protocols);
        opening = openSocket(this);
      }
    }
    const transport = createWebSocketTransport(arm, object, {
      baseUrl: origin,
      prefix: '/bench/lumenize-rpc',
      WebSocketClass: Watched,
    });
    const connecting = transport.connect?.();
    // It rejects sooner than the socket’s close, which says more.
    connecting?.catch(() => undefined);
    await opening;
    await connecting;
    const client = createRpcClient({ transport }) as RpcClient<CounterMethods>;
    return {
      operations: {
        increment: (amount) => client.increment(amount),
        getValue: () => client.getValue(),
        reset: () => client.reset(),
        // A type parameter does not survive the client's types; the value does.
        echo: <Value>(value: Value) => client.echo(value) as unknown as Promise<Value>,
        add: (a, b) => client.add(a, b),
        chain() {
          const start = handled(client.cursor());
          const next = handled(start.next());
          return next.position();
        },
        nested: () => client.add(handled(client.increment(1)), handled(client.increment(1))),
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

/** A call that only leads to another: the library rejects it as well when the connection is lost. */
function handled<Call extends Promise<unknown>>(call: Call): Call {
  call.catch(() => undefined);
  return call;
}
