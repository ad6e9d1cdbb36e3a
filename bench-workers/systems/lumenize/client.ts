import type { Connect } from '../../../src/harness/study.ts';
import type { CounterOperations } from '../../operations.ts';
import { createRpcClient } from './rpc/client.ts';
import { createWebSocketTransport } from './rpc/websocket-transport.ts';

/** A Lumenize client whose methods are the counter's; opened before the first call. */
export function connect(arm: string): Connect<CounterOperations> {
  return async ({ origin, object, WebSocketClass }) => {
    const transport = createWebSocketTransport(arm, object, {
      baseUrl: origin,
      prefix: '/bench/lumenize',
      WebSocketClass,
    });
    await transport.connect();
    return {
      operations: createRpcClient<CounterOperations>({ transport }),
      close: () => transport.close(),
    };
  };
}
