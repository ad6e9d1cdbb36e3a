import { RPCChannel } from 'kkrpc/browser';
import { createHttpClient } from 'kkrpc/http';
import type { ClientMethods, ProbeMethods } from '../../../bench-workers/probes/methods.ts';
import { SocketIo } from '../../systems/kkrpc/channel.ts';
import { address, type KkrpcKit, type ProbeApi, type ProbeWorld } from './kit.ts';
import { openLogged } from './socket-log.ts';

/** Opens kkrpc's channels; over a socket by an adapter, since the package has none. */
export function kkrpcKit(world: ProbeWorld): KkrpcKit {
  const addressOf = address(world.origin, `kkrpc/superjson/${world.freshObject()}`);
  return {
    system: 'kkrpc',
    address: addressOf,
    async connect(expose = { clientName: () => 'nobody' }) {
      const { socket, log } = await openLogged(world, addressOf('ws'));
      const channel = new RPCChannel<ClientMethods, ProbeMethods>(new SocketIo(socket), { expose });
      return {
        api: channel.getAPI() as unknown as ProbeApi,
        log,
        freeCallbacks: () => channel.freeCallbacks(),
        // The channel itself has nothing that closes it.
        [Symbol.dispose]: () => socket.close(),
      };
    },
    post: () => createHttpClient<ProbeMethods>(addressOf('http')).api as unknown as ProbeApi,
  };
}
