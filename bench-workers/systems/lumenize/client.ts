import type { Connect } from '../../../src/harness/study.ts';
import type { CounterOperations } from '../../operations.ts';
import { createRpcClient, createWebSocketTransport } from './rpc/client.ts';

/** A Lumenize client whose methods are the counter's; opened before the first call. */
export function connect(arm: string): Connect<CounterOperations> {
  return async ({ origin, object, WebSocketClass }) => {
    const transport = createWebSocketTransport(arm, object, {
      baseUrl: origin,
      prefix: '/bench/lumenize',
      WebSocketClass,
    });
    await transport.connect();
    const client = createRpcClient<CounterOperations>({ transport });
    return {
      // The client answers by promises that can be chained; the contract asks for less.
      operations: client as unknown as CounterOperations,
      close: () => client[Symbol.dispose](),
    };
  };
}
