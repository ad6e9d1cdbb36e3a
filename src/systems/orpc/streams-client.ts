import { createORPCClient } from '@orpc/client';
import { RPCLink as FetchLink } from '@orpc/client/fetch';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import { openSocket, requestsOf } from '../../links/open.ts';
import type { BenchConnect } from '../../links/options.ts';
import { socketAddress } from '../system.ts';
import {
  itemsOf,
  Receiving,
  type Shape,
  noStreamUp,
  type StreamOperations,
} from '../../service/items.ts';
import { streams } from '../../places/streams/list.ts';
import type { StreamClient } from './streams-router.ts';

/** Event iterators, over a socket or as the answers to requests. */
export function connect(arm: string): BenchConnect<StreamOperations> {
  return async (options) => {
    if (arm === 'orpc-http') {
      const requests = requestsOf(streams, arm, options);
      const link = new FetchLink({
        url: requests.address,
        // What counts requests counts bodies that are text: the library’s are inside a Request.
        async fetch(request, init) {
          const { url, method, headers, signal } = request;
          const body = await request.text();
          return requests.fetch(url, { ...init, method, headers, body, signal });
        },
      });
      const operations = { ...operationsOf(createORPCClient(link)), up: noStreamUp };
      return { operations, close: () => requests.close() };
    }
    const socket = await openSocket(
      new options.WebSocketClass(socketAddress(streams, arm, options)),
    );
    const link = new SocketLink({ websocket: socket });
    return { operations: operationsOf(createORPCClient(link)), close: () => socket.close() };
  };
}

function operationsOf(client: StreamClient): StreamOperations {
  return {
    down: async (shape) => new Receiving(shape).all(await client.down(shape)),
    up: (shape) => client.up(described(shape)),
    passed: () => client.passed(),
  };
}

/** What is to come, then its items. */
async function* described(shape: Shape): AsyncGenerator<unknown, void> {
  yield shape;
  yield* itemsOf(shape);
}
