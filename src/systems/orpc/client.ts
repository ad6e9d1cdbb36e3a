import { createORPCClient } from '@orpc/client';
import { RPCLink as FetchLink } from '@orpc/client/fetch';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { openSocket } from '../../places/bench/open-socket.ts';
import { socketAddress } from '../../places/bench/system.ts';
import type { BenchConnect } from '../../places/bench/options.ts';
import type { CounterOperations } from '../../places/bench/operations.ts';
import { callMethod, counterByName, plainOperations } from '../../places/bench/plain.ts';
import { requestsOf } from '../../places/bench/requests.ts';
import type { contract } from './router.ts';
import { HTTP, orpc } from './system.ts';

type Counter = ContractRouterClient<typeof contract>;

/** An oRPC client whose procedures are the counter’s. */
export function connect(arm: string): BenchConnect<CounterOperations> {
  return arm === HTTP ? connectOverHttp : overSocket(arm);
}

/** One link over one socket. */
const overSocket =
  (arm: string): BenchConnect<CounterOperations> =>
  async (options) => {
    const socket = new options.WebSocketClass(socketAddress(orpc, arm, options));
    const link = new SocketLink({ websocket: await openSocket(socket) });
    return { operations: operationsOf(createORPCClient(link)), close: () => socket.close() };
  };

const connectOverHttp: BenchConnect<CounterOperations> = (options) => {
  const requests = requestsOf(orpc, HTTP, options);
  const link = new FetchLink({
    url: requests.address,
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

function operationsOf(counter: Counter): CounterOperations {
  return plainOperations({
    ...counterByName((method, args) => callMethod(counter, method, args)),
    add: (a, b) => counter.add({ a, b }),
    calledBack: (count, call) => counter.calledBack({ count, call }),
  });
}
