import { createORPCClient } from '@orpc/client';
import { RPCLink as FetchLink } from '@orpc/client/fetch';
import { BatchLinkPlugin } from '@orpc/client/plugins';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import { requestsOf } from '../../links/http.ts';
import type { BenchConnect } from '../../links/link.ts';
import { openSocket } from '../../links/socket.ts';
import { socketAddress } from '../system.ts';
import type { Api } from '../../service/api.ts';
import { callMethod, counterByName, plainOperations } from '../../service/plain.ts';
import type { Counter } from './router.ts';
import { HTTP, HTTP_BATCH, orpc } from './system.ts';

/** An oRPC client whose procedures are the counter’s. */
export function connect(arm: string): BenchConnect<Api> {
  return arm === HTTP || arm === HTTP_BATCH ? overHttp(arm) : overSocket(arm);
}

/** One link over one socket. */
const overSocket =
  (arm: string): BenchConnect<Api> =>
  async (options) => {
    const socket = new options.WebSocketClass(socketAddress(orpc, arm, options));
    const link = new SocketLink({ websocket: await openSocket(socket) });
    return { operations: operationsOf(createORPCClient(link)), close: () => socket.close() };
  };

/** A request for each call, or with the library’s plugin for all of a tick. */
const overHttp =
  (arm: string): BenchConnect<Api> =>
  (options) => {
    const requests = requestsOf(orpc, arm, options);
    const groups = [{ condition: () => true, context: {} }] as const;
    const link = new FetchLink({
      url: requests.address,
      plugins: arm === HTTP_BATCH ? [new BatchLinkPlugin({ groups })] : [],
      // What counts requests counts bodies that are text: the library’s are inside a Request.
      async fetch(request, init) {
        const { url, method, headers, signal } = request;
        const body = await request.text();
        return requests.fetch(url, { ...init, method, headers, body, signal });
      },
    });
    const operations = operationsOf(createORPCClient(link));
    return Promise.resolve({ operations, close: () => requests.close() });
  };

function operationsOf(counter: Counter): Api {
  return plainOperations({
    ...counterByName((method, args) => callMethod(counter, method, args)),
    add: (a, b) => counter.add({ a, b }),
    calledBack: (count, call) => counter.calledBack({ count, call }),
  });
}
