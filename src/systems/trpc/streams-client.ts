import {
  createTRPCClient,
  createWSClient,
  httpLink,
  httpSubscriptionLink,
  splitLink,
  type TRPCClient,
  wsLink,
} from '@trpc/client';
import { openSocket, requestsOf } from '../../links/open.ts';
import type { BenchConnect } from '../../links/options.ts';
import { socketAddress } from '../system.ts';
import { Receiving, noStreamUp, type StreamOperations } from '../../service/items.ts';
import { streams } from '../../places/streams/list.ts';
import type { StreamRouter } from './streams-router.ts';

/** Subscriptions, over a socket or as the events of an EventSource. */
export function connect(arm: string): BenchConnect<StreamOperations> {
  return arm === 'trpc-events' ? overEvents(arm) : overSocket(arm);
}

const overSocket =
  (arm: string): BenchConnect<StreamOperations> =>
  async (options) => {
    const { promise: opened, resolve } = Promise.withResolvers<WebSocket>();
    class Opened extends options.WebSocketClass {
      constructor(url: string, protocols?: string | string[]) {
        super(url, protocols);
        const open = openSocket(this);
        // The client opens another where one is lost, for which nobody waits.
        open.catch(() => undefined);
        resolve(open);
      }
    }
    const client = createWSClient({
      url: socketAddress(streams, arm, options),
      WebSocket: Opened as unknown as typeof WebSocket,
    });
    const close = () => void client.close();
    await opened.catch((error: unknown) => {
      close();
      throw error;
    });
    const link = wsLink<StreamRouter>({ client });
    return { operations: operationsOf(createTRPCClient({ links: [link] })), close };
  };

const overEvents =
  (arm: string): BenchConnect<StreamOperations> =>
  (options) => {
    const requests = requestsOf(streams, arm, options);
    const url = requests.address;
    const { EventSourceClass } = options;
    const client = createTRPCClient<StreamRouter>({
      links: [
        splitLink({
          condition: ({ type }) => type === 'subscription',
          true: httpSubscriptionLink({
            url,
            ...(EventSourceClass && { EventSource: EventSourceClass }),
          }),
          false: httpLink({
            url,
            fetch: (input, init) => requests.fetch(input, init as RequestInit),
          }),
        }),
      ],
    });
    const closing = new AbortController();
    const close = () => {
      closing.abort();
      requests.close();
    };
    return Promise.resolve({ operations: operationsOf(client, closing.signal), close });
  };

/** @param closing ends what is subscribed to, where that does not end with its connection */
function operationsOf(client: TRPCClient<StreamRouter>, closing?: AbortSignal): StreamOperations {
  return {
    down: (shape) =>
      new Promise((resolve, reject) => {
        const receiving = new Receiving(shape);
        client.down.subscribe(shape, {
          onData: (item) => receiving.take(item),
          onComplete: () => resolve(receiving.received()),
          onError: reject,
          ...(closing && { signal: closing }),
        });
      }),
    up: noStreamUp,
    passed: () => client.passed.query(),
  };
}
