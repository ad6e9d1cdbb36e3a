import type { Connect } from '../../../src/harness/plan/index.ts';
import { openSocket } from '../../../src/harness/run/index.ts';
import type { CounterMethods, CounterOperations } from '../../operations.ts';
import { createRpcClient, createWebSocketTransport } from './rpc/client.ts';

/** A Lumenize client whose methods are the counter's; opened before the first call. */
export function connect(arm: string): Connect<CounterOperations> {
  return async ({ origin, object, WebSocketClass }) => {
    const transport = createWebSocketTransport(arm, object, {
      baseUrl: origin,
      prefix: '/bench/lumenize',
      WebSocketClass,
      open: openSocket,
    });
    await transport.connect();
    const client = createRpcClient<CounterMethods>({ transport });
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
        upload: (text) => client.upload(text),
        download: (length) => client.download(length),
        fail: () => client.fail(),
      },
      close: () => client[Symbol.dispose](),
    };
  };
}
