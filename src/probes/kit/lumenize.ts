import type { ProbeMethods } from '../../../bench-workers/probes/methods.ts';
import {
  createHttpTransport,
  createRpcClient,
  createWebSocketTransport,
} from '../../systems/lumenize/rpc/client.ts';
import { address, type LumenizeKit, type ProbeWorld } from './kit.ts';
import { logSockets } from './socket-log.ts';

const PREFIX = '/bench/probe/lumenize';

/** Opens Lumenize RPC's clients. */
export function lumenizeKit(world: ProbeWorld): LumenizeKit {
  const object = world.freshObject();
  const options = { baseUrl: world.origin, prefix: PREFIX };
  return {
    system: 'lumenize',
    address: address(world.origin, `lumenize/hibernating/${object}/call`),
    async connect(given = {}) {
      const log = logSockets(world.WebSocketClass);
      const { WebSocketClass } = log;
      const transport = createWebSocketTransport('hibernating', object, {
        ...options,
        ...given,
        WebSocketClass,
      });
      // A handler given to the client keeps the connection up; one given to the transport does not.
      const { clientId, onDownstream } = given;
      const listening = clientId && onDownstream && { clientId, onDownstream };
      const api = createRpcClient<ProbeMethods>({ transport, ...listening });
      await transport.connect();
      return { api, log, [Symbol.dispose]: () => api[Symbol.dispose]() };
    },
    post() {
      let requests = 0;
      const transport = createHttpTransport('hibernating', object, {
        ...options,
        fetch(input, init) {
          requests += 1;
          return fetch(input, init);
        },
      });
      return { api: createRpcClient<ProbeMethods>({ transport }), requests: () => requests };
    },
  };
}
