import { createORPCClient } from '@orpc/client';
import { RPCLink as FetchLink } from '@orpc/client/fetch';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import type { RouterClient } from '@orpc/server';
import type { ProbeRouter } from '../../systems/orpc/probe-router.ts';
import { address, type OrpcKit, type ProbeApi, type ProbeWorld } from './kit.ts';
import { apiOf } from './plain-api.ts';
import { logRequests } from './request-log.ts';
import { openLogged } from './socket-log.ts';

/** Opens oRPC’s clients. A procedure has one input: here the list of a method’s arguments. */
export function orpcKit(world: ProbeWorld): OrpcKit {
  const addressOf = address(world.origin, `orpc/hibernating/${world.freshObject()}`);
  return {
    system: 'orpc',
    address: addressOf,
    async connect() {
      const { socket, log } = await openLogged(world, addressOf('ws'));
      const client: RouterClient<ProbeRouter> = createORPCClient(
        new SocketLink({ websocket: socket }),
      );
      return { api: callsOf(client), client, log, [Symbol.dispose]: () => socket.close() };
    },
    post(method = 'POST') {
      const { fetch, requests } = logRequests();
      const send = (request: Request, init: RequestInit) => fetch(request, init);
      const link = new FetchLink({ url: addressOf('http'), method, fetch: send });
      return { api: callsOf(createORPCClient<RouterClient<ProbeRouter>>(link)), requests };
    },
  };
}

function callsOf(client: RouterClient<ProbeRouter>): ProbeApi {
  const procedures = client as unknown as Record<string, (input: readonly unknown[]) => unknown>;
  return apiOf((name, args) => procedures[name]?.(args));
}
