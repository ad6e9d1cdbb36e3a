import {
  createTRPCClient,
  createWSClient,
  httpBatchLink,
  httpBatchStreamLink,
  httpLink,
  httpSubscriptionLink,
  splitLink,
  type TRPCClient,
  wsLink,
} from '@trpc/client';
import type { WebSocketClass } from '../../../core/plan/index.ts';
import { type Link, openSocket, requestsOver } from '../../../wire/links/link.ts';
import { type Api, callMethod, type Client, plainApi } from '../../../wire/service/api.ts';
import { inputOf } from '../../../wire/service/arguments.ts';
import { Receiving } from '../../../wire/service/items.ts';
import type { ServiceRouter } from './router.ts';
import { EVENTS, HTTP, HTTP_BATCH, HTTP_STREAM, mutations, SUPERJSON } from './system.ts';

/** A tRPC client of the service’s router. */
export function open(link: Link): Promise<Client> {
  const overHttp = [HTTP, HTTP_BATCH, HTTP_STREAM, EVENTS].includes(link.arm);
  return overHttp ? Promise.resolve(openHttp(link)) : openWebSocket(link);
}

/**
 * One link over one socket. The library opens it, and would open another after a loss. But a connection of the bench
 * is one socket, and another would keep an object alive that nobody uses.
 */
async function openWebSocket(link: Link): Promise<Client> {
  const transformer = link.arm === SUPERJSON ? (await import('superjson')).default : undefined;
  const { promise: opened, resolve } = Promise.withResolvers<WebSocket>();
  const Opened: WebSocketClass = class extends link.WebSocketClass {
    constructor(url: string, protocols?: string | string[]) {
      super(url, protocols);
      const open = openSocket(this);
      // Nobody waits for a second socket, which the library opens where the first is refused.
      open.catch(() => undefined);
      resolve(open);
    }
  };
  const connection = createWSClient({ url: link.url('ws'), WebSocket: Opened as typeof WebSocket });
  const socket = await opened.catch((error: unknown) => {
    void connection.close();
    throw error;
  });
  socket.addEventListener('close', () => void connection.close());
  const client = createTRPCClient<ServiceRouter>({
    // The type of the router does not say that there is a transformer.
    links: [
      wsLink({ client: connection, transformer: transformer ? (transformer as never) : undefined }),
    ],
  });
  const call = callerOf(client);
  const callOpen: typeof call = (method, args) => {
    // The library would open another socket for a call that is made after its owner closed the first.
    if (socket.readyState === socket.OPEN) return call(method, args);
    return Promise.reject(new Error(`${method}: got a closed socket, expected an open one`));
  };
  return {
    operations: plainApi(callOpen, { down: downOf(client) }),
    close() {
      // It waits for calls under way; the contract of this bench asks for their end.
      void connection.close();
      socket.close();
    },
  };
}

/** A request for all calls of a tick, whose answers come together or each when it is done; or a request for each. */
function openHttp(link: Link): Client {
  const requests = requestsOver(link);
  const options = {
    url: requests.address,
    // The library’s own type of what it gives to a fetch says less than the standard’s.
    fetch: (input: RequestInfo | URL | string, init?: object) => requests.fetch(input, init),
  };
  const { EventSourceClass } = link;
  const linkOf = {
    [HTTP]: () => httpLink<ServiceRouter>(options),
    [HTTP_BATCH]: () => httpBatchLink<ServiceRouter>(options),
    [HTTP_STREAM]: () => httpBatchStreamLink<ServiceRouter>(options),
    [EVENTS]: () =>
      splitLink<ServiceRouter>({
        condition: ({ type }) => type === 'subscription',
        true: httpSubscriptionLink({ url: requests.address, EventSource: EventSourceClass }),
        false: httpLink(options),
      }),
  }[link.arm];
  const client = createTRPCClient<ServiceRouter>({ links: linkOf === undefined ? [] : [linkOf()] });
  return {
    operations: plainApi(callerOf(client), { down: downOf(client, requests.closing) }),
    close: () => requests.close(),
  };
}

/** Calls a method by the procedure of its name. */
export const callerOf =
  (client: TRPCClient<ServiceRouter>) =>
  (method: string, args: readonly unknown[], options?: { signal: AbortSignal }): Promise<never> => {
    const procedure = Reflect.get(client, method) as object;
    const kind = mutations.has(method) ? 'mutate' : 'query';
    return callMethod(procedure, kind, [inputOf(method, args), options]);
  };

/** @param closing ends a subscription that does not end with its connection */
const downOf =
  (client: TRPCClient<ServiceRouter>, closing?: AbortSignal): Api['down'] =>
  (shape) =>
    new Promise((resolve, reject) => {
      const receiving = new Receiving(shape);
      client.down.subscribe(shape, {
        onData: (item) => receiving.take(item),
        onComplete: () => resolve(receiving.received()),
        onError: reject,
        signal: closing,
      });
    });
