import { createORPCClient } from '@orpc/client';
import { RPCLink as FetchLink } from '@orpc/client/fetch';
import { BatchLinkPlugin } from '@orpc/client/plugins';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import { type Link, requestsOver } from '../../../wire/links/link.ts';
import { type Api, callMethod, type Client, plainApi } from '../../../wire/service/api.ts';
import { inputOf } from '../../../wire/service/arguments.ts';
import { itemsOf, Receiving, type Shape } from '../../../wire/service/items.ts';
import type { Procedures } from './router.ts';
import { HTTP, HTTP_BATCH } from './system.ts';

export function open(link: Link): Promise<Client> {
  const isRequests = link.arm === HTTP || link.arm === HTTP_BATCH;
  return isRequests ? Promise.resolve(overHttp(link)) : overSocket(link);
}

/** One link over one socket. */
async function overSocket(link: Link): Promise<Client> {
  const socket = await link.socket();
  const client: Procedures = createORPCClient(new SocketLink({ websocket: socket }));
  const operations = operationsOf(client, { up: (shape) => client.up(eventsOf(shape)) });
  return { operations, close: () => socket.close() };
}

/** A request for each call, or with the library’s plugin for all of a tick. */
function overHttp(link: Link): Client {
  const requests = requestsOver(link);
  const groups = [{ condition: () => true, context: {} }] as const;
  const client: Procedures = createORPCClient(
    new FetchLink({
      url: requests.address,
      plugins: link.arm === HTTP_BATCH ? [new BatchLinkPlugin({ groups })] : [],
      // The meter counts bodies that are text, and the library’s are inside a Request.
      async fetch(request, init) {
        const { url, method, headers, signal } = request;
        const body = await request.text();
        return requests.fetch(url, { ...init, method, headers, body, signal });
      },
    }),
  );
  return { operations: operationsOf(client), close: () => requests.close() };
}

function operationsOf(client: Procedures, up?: Pick<Api, 'up'>): Api {
  return plainApi((method, args) => callMethod(client, method, [inputOf(method, args)]), {
    down: async (shape) => new Receiving(shape).all(await client.down(shape)),
    ...up,
  });
}

/** The shape of a stream, then its items. */
async function* eventsOf(shape: Shape): AsyncGenerator<unknown, void> {
  yield shape;
  yield* itemsOf(shape);
}
