import { createORPCClient } from '@orpc/client';
import type { RouterClient } from '@orpc/server';
import { RPCLink as FetchLink } from '@orpc/client/fetch';
import { ClientRetryPlugin, type ClientRetryPluginContext } from '@orpc/client/plugins';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import { openSocket } from '../../places/bench/open-socket.ts';
import type { BenchConnect } from '../../places/bench/options.ts';
import { requestsOf } from '../../places/bench/requests.ts';
import { socketAddress } from '../../places/bench/system.ts';
import { isCut, itemsOf, Receiving, type Shape } from '../../places/streams/items.ts';
import { streams } from '../../places/streams/list.ts';
import { noStreamUp, type StreamOperations } from '../../places/streams/operations.ts';
import type { StreamClient, streamRouter } from './streams-router.ts';

/** Event iterators, over a socket or as the answers to requests. */
export function connect(arm: string): BenchConnect<StreamOperations> {
  return async (options) => {
    if (arm === 'orpc-http') {
      const requests = requestsOf(streams, arm, options);
      const link = new FetchLink<ClientRetryPluginContext>({
        url: requests.address,
        // Of what is posted, the bench passes no header on: not the id of the last event either.
        method: (_, [name]) => (name === 'resumed' ? 'GET' : 'POST'),
        plugins: [new ClientRetryPlugin()],
        // What counts requests counts bodies that are text: the library’s are inside a Request.
        async fetch(request, init) {
          const { url, method, headers, signal } = request;
          const body = await request.text();
          const sent = method === 'GET' ? {} : { body };
          return requests.fetch(url, { ...init, method, headers, ...sent, signal });
        },
      });
      const client: RouterClient<typeof streamRouter, ClientRetryPluginContext> =
        createORPCClient(link);
      const operations = { ...operationsOf(client), ...resuming(client), up: noStreamUp };
      return { operations, close: () => requests.close() };
    }
    const socket = await openSocket(
      new options.WebSocketClass(socketAddress(streams, arm, options)),
    );
    const link = new SocketLink({ websocket: socket });
    return { operations: operationsOf(createORPCClient(link)), close: () => socket.close() };
  };
}

function operationsOf(client: Pick<StreamClient, 'down' | 'up' | 'passed'>): StreamOperations {
  return {
    async down(shape, receiving = new Receiving(shape)) {
      return receiving.all(await client.down(shape));
    },
    up: (shape) => client.up(described(shape)),
    passed: () => client.passed(),
  };
}

/** A stream that may be cut goes on by the library’s plugin for that, as often and as late as it does by itself. */
function resuming(
  client: RouterClient<typeof streamRouter, ClientRetryPluginContext>,
): Pick<StreamOperations, 'down'> {
  const operations = operationsOf(client);
  return {
    async down(shape, receiving = new Receiving(shape)) {
      if (!isCut(shape)) return operations.down(shape, receiving);
      const events = await client.resumed(shape, { context: { retry: Infinity } });
      for await (const { item } of events) receiving.take(item);
      return receiving.received();
    },
  };
}

/** What is to come, then its items. */
async function* described(shape: Shape): AsyncGenerator<unknown, void> {
  yield shape;
  yield* itemsOf(shape);
}
