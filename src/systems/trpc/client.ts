import {
  createTRPCClient,
  createWSClient,
  httpBatchLink,
  httpBatchStreamLink,
  type TRPCClient,
  wsLink,
} from '@trpc/client';
import { requestsOf } from '../../links/http.ts';
import type { BenchConnect } from '../../links/link.ts';
import { openSocket } from '../../links/socket.ts';
import { socketAddress } from '../system.ts';
import type { Api } from '../../service/api.ts';
import { type PlainCounter, plainOperations } from '../../service/plain.ts';
import type { CounterRouter } from './router.ts';
import { HTTP_BATCH, HTTP_STREAM, SUPERJSON, trpc } from './system.ts';

/** A tRPC client of the counter’s router. */
export function connect(arm: string): BenchConnect<Api> {
  return arm === HTTP_BATCH || arm === HTTP_STREAM ? overHttp(arm) : overSocket(arm);
}

/**
 * One link over one socket, which the library opens itself. It would open another should that be lost; but a
 * connection of the bench is one socket, and an object that nobody asks anything of would be kept alive.
 */
const overSocket =
  (arm: string): BenchConnect<Api> =>
  async (options) => {
    const transformer = arm === SUPERJSON ? (await import('superjson')).default : undefined;
    const { promise: opened, resolve } = Promise.withResolvers<WebSocket>();
    let sockets = 0;
    class Opened extends options.WebSocketClass {
      constructor(url: string, protocols?: string | string[]) {
        super(url, protocols);
        sockets += 1;
        if (sockets === 1) resolve(openSocket(this));
      }
    }
    const client = createWSClient({
      url: socketAddress(trpc, arm, options),
      WebSocket: Opened as unknown as typeof WebSocket,
    });
    const socket = await opened.catch((error: unknown) => {
      void client.close();
      throw error;
    });
    socket.addEventListener('close', () => void client.close());
    // The type of the router does not say that there is one.
    const link = wsLink<CounterRouter>({
      client,
      ...(transformer && { transformer: transformer as never }),
    });
    const counter = counterOf(createTRPCClient<CounterRouter>({ links: [link] }));
    return {
      operations: plainOperations(whileOpen(counter, socket)),
      close() {
        // It waits for calls under way; the contract of this bench asks for their end.
        void client.close();
        socket.close();
      },
    };
  };

/** A request for all calls of a tick, whose answers come together or each when it is done. */
const overHttp =
  (arm: string): BenchConnect<Api> =>
  (options) => {
    const requests = requestsOf(trpc, arm, options);
    const linkOf = arm === HTTP_STREAM ? httpBatchStreamLink : httpBatchLink;
    const link = linkOf<CounterRouter>({
      url: requests.address,
      // The library’s own type of what it gives to a fetch says less than the standard’s.
      fetch: (input, init) => requests.fetch(input, init as RequestInit),
    });
    const client = createTRPCClient<CounterRouter>({ links: [link] });
    const operations = plainOperations(counterOf(client));
    return Promise.resolve({ operations, close: () => requests.close() });
  };

function counterOf(client: TRPCClient<CounterRouter>): PlainCounter {
  return {
    increment: (amount) => client.increment.mutate(amount),
    getValue: () => client.getValue.query(),
    reset: () => client.reset.mutate(),
    echo: (value) => client.echo.mutate(value),
    add: (a, b) => client.add.query({ a, b }),
    upload: (text) => client.upload.mutate(text),
    download: (length) => client.download.query(length),
    fail: () => client.fail.mutate(),
    cursorStart: () => client.cursorStart.query(),
    cursorNext: (position) => client.cursorNext.query(position),
    cursorPosition: (position) => client.cursorPosition.query(position),
    ids: (first) => client.ids.query(first),
    nameOf: (id) => client.nameOf.query(id),
    calledBack: (count, call) => client.calledBack.mutate({ count, call }),
  };
}

/** The library would open another socket for a call that is made after its owner closed the first. */
function whileOpen(counter: PlainCounter, socket: WebSocket): PlainCounter {
  const guarded = Object.entries(counter).map(([name, call]) => [
    name,
    (...args: never[]) =>
      socket.readyState === socket.OPEN
        ? (call as (...given: never[]) => Promise<unknown>)(...args)
        : Promise.reject(new Error(`${name}: got a closed socket, expected an open one`)),
  ]);
  return Object.fromEntries(guarded) as PlainCounter;
}
