import {
  createTRPCClient,
  createWSClient,
  httpBatchLink,
  type TRPCClient,
  wsLink,
} from '@trpc/client';
import { mutations } from '../../systems/trpc/probe-methods.ts';
import type { ProbeRouter } from '../../systems/trpc/probe-router.ts';
import { address, type ProbeApi, type ProbeWorld, type TrpcKit } from './kit.ts';
import { apiOf } from './plain-api.ts';
import { logRequests } from './request-log.ts';
import { logSockets } from './socket-log.ts';

/** Opens tRPC’s clients. A procedure has one input: here the list of a method’s arguments. */
export function trpcKit(world: ProbeWorld): TrpcKit {
  const addressOf = address(world.origin, `trpc/in-memory/${world.freshObject()}`);
  return {
    system: 'trpc',
    address: addressOf,
    async connect({ onClose } = {}) {
      const log = logSockets(world.WebSocketClass);
      const { promise: opened, resolve: onOpen } = Promise.withResolvers<void>();
      const socket = createWSClient({
        url: addressOf('ws'),
        WebSocket: log.WebSocketClass as typeof WebSocket,
        onOpen,
        ...(onClose && { onClose }),
      });
      const client = createTRPCClient<ProbeRouter>({ links: [wsLink({ client: socket })] });
      await opened;
      const end = () => void socket.close();
      return { api: callsOf(client), client, log, [Symbol.dispose]: end };
    },
    post() {
      const { fetch, requests } = logRequests();
      const send = (input: RequestInfo | URL | string, init?: object) => fetch(input, init);
      const link = httpBatchLink({ url: addressOf('http'), fetch: send });
      return { api: callsOf(createTRPCClient<ProbeRouter>({ links: [link] })), requests };
    },
  };
}

type Procedure = Record<'query' | 'mutate', (input: readonly unknown[]) => unknown>;

function callsOf(client: TRPCClient<ProbeRouter>): ProbeApi {
  const procedures = client as unknown as Record<string, Procedure>;
  return apiOf((name, args) => procedures[name]?.[mutations.has(name) ? 'mutate' : 'query'](args));
}
