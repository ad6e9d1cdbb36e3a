import type { ProbeMethods } from '../../places/bench/probe-methods.ts';
import { address, type BenchProbed } from '../../places/bench/probe.ts';
import { logRequests, logSockets } from '../../places/bench/traffic.ts';
import { answers, fail, partly } from '../../places/probes/outcome.ts';
import { byHand, overPorts } from './by-hand.ts';
import { createHttpTransport, createRpcClient, createWebSocketTransport } from './rpc/client.ts';
import { answerFrame } from './rpc/server/answer.ts';

const adder = { add: (a: number, b: number) => a + b };

const stateless = {
  probes: ['disposal-reference', 'disposal-connection'],
  why: 'The server holds nothing for a client: a reference is the path to it, taken anew by each call.',
};

export const probed: BenchProbed = {
  open(world) {
    const object = world.freshObject();
    const options = { baseUrl: world.origin, prefix: '/bench/probe/lumenize' };
    async function connect(
      given: Partial<Parameters<typeof createWebSocketTransport>[2]>,
      listening: Parameters<typeof createRpcClient>[0] | object = {},
    ) {
      const log = logSockets(world.WebSocketClass);
      const { WebSocketClass } = log;
      const settings = { ...options, ...given, WebSocketClass };
      const transport = createWebSocketTransport('hibernating', object, settings);
      const api = createRpcClient<ProbeMethods>({ transport, ...listening });
      await transport.connect();
      return { api, log, [Symbol.dispose]: () => api[Symbol.dispose]() };
    }
    return {
      system: 'lumenize',
      address: address(world.origin, `lumenize/hibernating/${object}/call`),
      lossHandler: 'onClose',
      connect: ({ onLost, timeout } = {}) =>
        connect({
          ...(onLost && { onClose: onLost }),
          ...(timeout !== undefined && { timeout }),
        }),
      async listen(clientId, onDownstream) {
        const given = { clientId, onDownstream };
        // A handler given to the client keeps the connection up; one given to the transport does not.
        const connection = await connect(given, given);
        await connection.api.life();
        return { ...connection, send: (other, payload) => other.announce(clientId, payload) };
      },
      post() {
        const { fetch, requests } = logRequests();
        const transport = createHttpTransport('hibernating', object, { ...options, fetch });
        return { api: createRpcClient<ProbeMethods>({ transport }), requests };
      },
      byHand: byHand('lumenize'),
    };
  },
  skipped: [
    stateless,
    {
      probes: ['security-guess'],
      why: 'There are no numbers to guess: a reference is the path to it, which anyone may take who may call.',
    },
  ],
  own: {
    async 'transports-message-port'() {
      const exposed = { target: adder, publicMethods: ['add'] };
      const transport = overPorts(
        async (text) => (await answerFrame(exposed, text, undefined)).text,
      );
      using client = createRpcClient<typeof adder>({ transport });
      const { result, detail } = await answers(() => client.add(2, 3), 5);
      return result === 'pass'
        ? partly(`${detail}, through a transport of one’s own: the package has none for it`)
        : fail(detail);
    },
  },
};
