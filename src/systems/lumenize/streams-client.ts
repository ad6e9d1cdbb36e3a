import type { BenchConnect, WebSocketClass } from '../../links/options.ts';
import {
  Receiving,
  type Shape,
  noStreamUp,
  type StreamOperations,
} from '../../service/items.ts';
import * as own from './rpc/client.ts';

interface Transport {
  connect?(): Promise<void>;
  setKeepAlive(enabled: boolean): void;
}

/** What both the published library and this site’s implementation export. */
interface Library<Sent extends Transport> {
  createWebSocketTransport(
    binding: string,
    instance: string,
    options: {
      baseUrl: string;
      prefix: string;
      clientId: string;
      WebSocketClass: WebSocketClass;
    },
  ): Sent;
  createRpcClient(options: {
    transport: Sent;
    clientId: string;
    onDownstream: (payload: unknown) => void;
  }): object;
}

interface Remote extends Disposable {
  down(shape: Shape, clientId: string): Promise<void>;
  passed(): Promise<number>;
}

/** A client that listens: a stream is a call, and its items are what comes downstream until that answers. */
export function listening<Sent extends Transport>(library: Library<Sent>) {
  return (arm: string): BenchConnect<StreamOperations> =>
    async ({ origin, object, WebSocketClass }) => {
      let receiving: Receiving | undefined;
      const clientId = crypto.randomUUID();
      const transport = library.createWebSocketTransport(arm, object, {
        ...{ baseUrl: origin, prefix: '/bench/streams', clientId, WebSocketClass },
      });
      const onDownstream = (item: unknown) => receiving?.take(item);
      const client = library.createRpcClient({ transport, clientId, onDownstream }) as Remote;
      await transport.connect?.();
      return {
        operations: {
          async down(shape) {
            const own = new Receiving(shape);
            receiving = own;
            await client.down(shape, clientId);
            return own.received();
          },
          up: noStreamUp,
          passed: () => client.passed(),
        },
        close() {
          // A client that listens would connect again.
          transport.setKeepAlive(false);
          client[Symbol.dispose]();
        },
      };
    };
}

export const connect = listening(own);
